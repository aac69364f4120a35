//! Headless Chromium, driven over its debugging pipe (Chrome DevTools Protocol): no driver, no socket, no port.

use base64::Engine as _;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long one answer may take; a busy machine is slow to start a browser.
const PATIENCE: Duration = Duration::from_secs(90);

/// A browser with one page.
pub struct Browser {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<Value>,
    session: String,
    next: u64,
    /// Whatever the page reported that was not an answer: exceptions, console messages, requests.
    events: Vec<Value>,
    // Removed when the browser is gone.
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts Chromium with an empty page of this size; `None`, and a line that says so, where it is not installed.
    ///
    /// # Panics
    /// If it is installed and does not work.
    pub fn start(width: u32, height: u32) -> Option<Browser> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&path)
            .flat_map(|folder| names.map(|name| folder.join(name)))
            .find(|file| file.is_file());
        let Some(program) = program else {
            note("skipped: Chromium is not installed (`apt-get install chromium`)");
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder for the profile");
        // The pipe is on descriptors 3 and 4, which only a shell hands over without unsafe code.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-pipe",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args([
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--hide-scrollbars",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("--window-size={width},{height}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let requests = process.stdin.take().expect("its pipe");
        let output = process.stdout.take().expect("its pipe");
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                if let Ok(message) = serde_json::from_slice(&message)
                    && send.send(message).is_err()
                {
                    return;
                }
            }
        });
        let mut browser = Browser {
            process,
            requests,
            answers,
            session: String::new(),
            next: 0,
            events: Vec::new(),
            _profile: profile,
        };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = browser.ask(
            "Target.attachToTarget",
            json!({ "targetId": target["targetId"], "flatten": true }),
        );
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page.enable", "Runtime.enable", "Network.enable", "Log.enable"] {
            browser.ask(domain, json!({}));
        }
        browser.ask(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    ///
    /// # Panics
    /// If the browser refuses it, or is silent for too long.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params)
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The answer to a command, or the browser's reason to refuse it.
    fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.requests.write_all(&bytes).expect("the browser listens");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = self.answers.recv_timeout(left);
            let answer = answer.unwrap_or_else(|error| panic!("no answer to {method}: {error}"));
            if answer["id"] == self.next {
                return match &answer["error"] {
                    Value::Null => Ok(answer["result"].clone()),
                    error => Err(error.clone()),
                };
            }
            self.events.push(answer);
        }
    }

    /// Opens a file and waits until its load event.
    ///
    /// # Panics
    /// If it does not load.
    pub fn open(&mut self, file: &Path) {
        let url = format!("file://{}", file.display());
        self.ask("Page.navigate", json!({ "url": url }));
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// The value of an expression in the page.
    ///
    /// # Panics
    /// If it throws.
    pub fn value(&mut self, expression: &str) -> Value {
        self.try_value(expression)
            .unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The value of an expression, or why there is none: it throws, or the page is just replaced by another.
    fn try_value(&mut self, expression: &str) -> Result<Value, Value> {
        let answer = self.try_ask(
            "Runtime.evaluate",
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }),
        )?;
        match &answer["exceptionDetails"] {
            Value::Null => Ok(answer["result"]["value"].clone()),
            exception => Err(exception.clone()),
        }
    }

    /// Waits until an expression is true, in this page or in the one that comes after it.
    ///
    /// # Panics
    /// If that takes too long.
    pub fn wait_for(&mut self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        while self.try_value(expression) != Ok(json!(true)) {
            assert!(
                Instant::now() < deadline,
                "never true: {expression}: {:?}",
                self.try_value(expression)
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Moves the mouse, as a hand would.
    pub fn move_to(&mut self, x: f64, y: f64) {
        self.mouse(json!({ "type": "mouseMoved", "x": x, "y": y }));
    }

    /// Moves the mouse and clicks.
    pub fn click(&mut self, x: f64, y: f64) {
        self.move_to(x, y);
        for kind in ["mousePressed", "mouseReleased"] {
            self.mouse(json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 }));
        }
    }

    /// Turns the wheel. `modifiers`: 2 is Ctrl, 8 is Shift.
    pub fn wheel(&mut self, x: f64, y: f64, by: f64, modifiers: u32) {
        self.mouse(json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by, "modifiers": modifiers }));
    }

    /// Presses a key that types a character, or a named one.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", json!({ "type": kind, "key": key }));
        }
    }

    /// Types a text where the cursor is.
    pub fn type_text(&mut self, text: &str) {
        self.ask("Input.insertText", json!({ "text": text }));
    }

    /// Pretends that the user likes dark pages, or light ones.
    pub fn prefer(&mut self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.ask("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
    }

    /// Writes what is seen of the page, as PNG, into the folder that `KVERIFY_SCREENSHOTS` names, if it does.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("KVERIFY_SCREENSHOTS") else {
            return;
        };
        let shot = self.ask("Page.captureScreenshot", json!({ "format": "png" }));
        let text = shot["data"].as_str().expect("a picture");
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(text)
            .expect("base 64");
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes).expect("written");
    }

    fn mouse(&mut self, event: Value) {
        self.ask("Input.dispatchMouseEvent", event);
    }

    /// What went wrong in the page so far: exceptions, errors on the console, requests for anything but files and data.
    pub fn complaints(&mut self) -> Vec<String> {
        // An answer to this comes after all that happened before it.
        self.value("0");
        let complaint = |event: &Value| {
            let params = &event["params"];
            match event["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
                "Log.entryAdded" => Some(params["entry"]["text"].to_string()),
                "Runtime.consoleAPICalled" if params["type"] == "error" => Some(params["args"].to_string()),
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str()?;
                    let local = url.starts_with("file:") || url.starts_with("data:") || url == "about:blank";
                    (!local).then(|| format!("asks for {url}"))
                }
                _ => None,
            }
        };
        self.events.iter().filter_map(complaint).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn note(text: &str) {
    eprintln!("{text}");
}
