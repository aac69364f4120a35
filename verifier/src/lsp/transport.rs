//! Messages on the standard streams, whatever bytes come: what is no message is answered or skipped, what is too long is not
//! kept in memory, and a client that does not read keeps nobody from reading what it writes.

use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use lsp_server::{ErrorCode, Message, RequestId, Response};
use std::io::{self, BufRead, Read as _, Write};
use std::time::Duration;

/// Longest message that is read, bytes.
const MOST_BYTES: u64 = 128 << 20;
/// Longest line of a header.
const MOST_HEADER: u64 = 4 << 10;

/// How long a client that does not read is waited for at the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// The threads that read and write.
pub struct Transport {
    /// What is sent here is written; to send never waits.
    pub to_client: Sender<Message>,
    /// What was read.
    pub from_client: Receiver<Message>,
    stop: Sender<()>,
    done: Receiver<()>,
}

impl Transport {
    /// Starts to read and to write. Each stream is opened by the thread that uses it: locks stay where they were taken.
    pub fn start<R: BufRead, W: Write>(
        input: impl FnOnce() -> R + Send + 'static,
        output: impl FnOnce() -> W + Send + 'static,
    ) -> Transport {
        let (to_client, outgoing) = unbounded::<Message>();
        let (sender, from_client) = bounded(0);
        let (stop, stopped) = bounded(0);
        let (finished, done) = bounded(0);
        let complain = to_client.clone();
        std::thread::spawn(move || {
            write_all(&mut output(), &outgoing, &stopped);
            drop(finished);
        });
        std::thread::spawn(move || {
            read_all(&mut input(), &complain, &mut |message| {
                sender.send(message).is_ok()
            });
        });
        Transport {
            to_client,
            from_client,
            stop,
            done,
        }
    }

    /// Has all written that was sent.
    pub fn finish(self) {
        drop(self.stop);
        let _ = self.done.recv_timeout(FAREWELL);
    }
}

/// Writes what is sent until it is told to stop, and then what is left.
fn write_all(to: &mut impl Write, outgoing: &Receiver<Message>, stopped: &Receiver<()>) {
    loop {
        let written = select! {
            recv(outgoing) -> message => message.map_err(io::Error::other).and_then(|message| message.write(to)),
            recv(stopped) -> _ => {
                let _ = outgoing.try_iter().try_for_each(|message| message.write(to));
                return;
            }
        };
        if written.is_err() {
            return;
        }
    }
}

/// Tells all messages up to the end of the stream, or until nobody listens.
fn read_all(from: &mut impl BufRead, complain: &Sender<Message>, tell: &mut dyn FnMut(Message) -> bool) {
    while let Ok(Some(length)) = read_header(from) {
        let message = match read_text(from, length) {
            Ok(text) => understand(&text),
            Err(_) => return,
        };
        match message {
            Ok(message) => {
                if !tell(message) {
                    return;
                }
            }
            Err((code, why)) => {
                // JSON-RPC 2.0, section 5: the id of what was not understood is null; this library knows numbers.
                let refused = Response::new_err(RequestId::from(-1), code as i32, why);
                let _ = complain.send(refused.into());
            }
        }
    }
}

/// The length of the next message; `None` at the end of the stream. Lines that belong to no header are skipped.
fn read_header(from: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if from.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if let Some((name, value)) = text.split_once(':')
            && name.trim().eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse().ok();
        } else if text.is_empty() && length.is_some() {
            return Ok(length);
        }
    }
}

/// The text of a message; `None` if it is too long, and passed over.
fn read_text(from: &mut impl BufRead, length: u64) -> io::Result<Option<Vec<u8>>> {
    if length > MOST_BYTES {
        io::copy(&mut from.take(length), &mut io::sink())?;
        return Ok(None);
    }
    // What is announced need not come: room is made for what does.
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length {
        true => Ok(Some(bytes)),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn understand(text: &Option<Vec<u8>>) -> Result<Message, (ErrorCode, String)> {
    let Some(text) = text else {
        return Err((ErrorCode::InvalidRequest, "the message is too long".to_owned()));
    };
    let value: serde_json::Value =
        serde_json::from_slice(text).map_err(|error| (ErrorCode::ParseError, error.to_string()))?;
    serde_json::from_value(value).map_err(|error| (ErrorCode::InvalidRequest, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (usize, usize) {
        let (complain, complaints) = unbounded();
        let mut messages = 0;
        read_all(&mut &*bytes, &complain, &mut |_| {
            messages += 1;
            true
        });
        (messages, complaints.len())
    }

    fn framed(text: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
    }

    #[test]
    fn what_is_no_message_costs_nothing_else() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        assert_eq!(read(&good), (1, 0));
        for bad in [
            framed("{"),
            framed(""),
            framed("[1]"),
            framed("\u{0}"),
            framed("{\"id\": {}}"),
            framed(&"[".repeat(100_000)),
            b"Content-Length: 3\r\n\r\n\xff\xff\xff".to_vec(),
        ] {
            assert_eq!(read(&[bad.as_slice(), &good].concat()), (1, 1));
        }
        for skipped in [
            b"GET / HTTP/1.1\r\n\r\n".to_vec(),
            b"\r\n\r\n\n".to_vec(),
            b"Content-Length: -5\r\n\r\n".to_vec(),
            b"Content-Length: 99999999999999999999999\r\n\r\n".to_vec(),
            vec![b'x'; 100_000].into_iter().chain(*b"\r\n").collect(),
        ] {
            assert_eq!(read(&[skipped.as_slice(), &good].concat()), (1, 0));
        }
        let never = b"Content-Length: 18446744073709551615\r\n\r\nxyz";
        assert_eq!(read(never), (0, 1));
        assert_eq!(read(b"Content-Length: 9\r\n\r\nxyz"), (0, 0));
    }
}
