//! Pages in a real browser. They answer within a time, so that nothing else runs beside them.

mod report_page;
mod timeline_page;
