import Foundation
import HTTPAccess

/// A headless Chromium.
struct Browser {
    private let driver: WebDriver
    private let session: String

    private struct Session: Decodable {
        let sessionId: String
    }

    /// Starts a browser with an empty cache.
    init(_ driver: WebDriver) async throws {
        // The sandbox does not work for root, and all pages are our own.
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--force-color-profile=srgb", "--disable-dev-shm-usage",
        ]
        let capabilities: [String: Any] = [
            "goog:chromeOptions": ["args": arguments],
            "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
            "timeouts": ["script": 60_000, "pageLoad": 60_000],
        ]
        self.driver = driver
        session = try await driver.send(
            "/session", ["capabilities": ["alwaysMatch": capabilities]], as: Session.self
        ).sessionId
    }

    /// Sends a command of this session, and returns the `value` of the response.
    func send<Value: Decodable>(
        _ path: String, _ parameters: [String: Any] = [:], by method: WebRequest.Method = .post,
        as type: Value.Type = Value.self
    ) async throws -> Value {
        try await driver.send("/session/\(session)\(path)", parameters, by: method)
    }

    /// Sends a command without a result.
    func tell(
        _ path: String, _ parameters: [String: Any] = [:], by method: WebRequest.Method = .post
    ) async throws {
        _ = try await send(path, parameters, by: method, as: WebDriver.Nothing.self)
    }

    /// Sends a command of Chromium's own protocol, for what WebDriver does not cover.
    func tellChromium(_ command: String, _ parameters: [String: Any]) async throws {
        try await tell("/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    func quit() async throws {
        try await tell("", by: .delete)
    }
}

// MARK: - Pages

extension Browser {
    /// Returns once the page is loaded.
    func open(_ address: String) async throws {
        try await tell("/url", ["url": address])
    }

    func goBack() async throws {
        try await tell("/back")
    }

    func reload() async throws {
        try await tell("/refresh")
    }

    /// The handles of all windows and tabs, oldest first.
    var windows: [String] {
        get async throws { try await send("/window/handles", by: .get) }
    }

    /// Switches to this window.
    func enter(_ window: String) async throws {
        try await tell("/window", ["handle": window])
    }

    /// Opens an empty window or tab, and switches to it. Returns the handle of the previous one.
    ///
    /// A new tab hides the other tabs of its window.
    @discardableResult
    func openWindow(_ kind: WindowKind) async throws -> String {
        struct Opened: Decodable {
            let handle: String
        }
        let before: String = try await send("/window", by: .get)
        let opened = try await send("/window/new", ["type": kind.rawValue], as: Opened.self)
        try await enter(opened.handle)
        return before
    }

    enum WindowKind: String {
        case tab
        case window
    }

    /// Minimizes the window, so that its page is hidden, until ``restore()``.
    func minimize() async throws { try await tell("/window/minimize") }

    func restore() async throws {
        try await tell("/window/rect", ["width": 1280, "height": 900])
    }

    func closeWindow() async throws {
        try await tell("/window", by: .delete)
    }

    /// The value of a JavaScript expression.
    func value<Value: Decodable>(
        of expression: String, as type: Value.Type = Value.self
    ) async throws -> Value {
        try await send("/execute/sync", ["script": "return (\(expression))", "args": [String]()])
    }

    /// Runs statements of JavaScript.
    func run(_ statements: String) async throws {
        try await tell("/execute/sync", ["script": statements, "args": [String]()])
    }

    /// Runs the body of a function, which calls `done` with a value.
    func finish<Value: Decodable>(
        _ body: String, as type: Value.Type = Value.self
    ) async throws -> Value {
        let script = "const done = arguments[arguments.length - 1]; \(body)"
        return try await send("/execute/async", ["script": script, "args": [String]()])
    }

    /// Waits until a JavaScript expression is true. Evaluates it whenever the page changes, scrolls,
    /// draws or plays.
    func wait(until condition: String, within limit: Duration = .seconds(30)) async throws {
        let milliseconds = Int(limit / .milliseconds(1))
        let isMet: Bool = try await finish(
            """
            const end = value => {
              watcher.disconnect();
              clearTimeout(alarm);
              for (const name of events) removeEventListener(name, look, true);
              done(value);
            };
            const look = () => { if (\(condition)) end(true); };
            const events = ['timeupdate', 'playing', 'scrollend', 'scroll', 'load', 'click'];
            const watcher = new MutationObserver(look);
            const alarm = setTimeout(() => end(false), \(milliseconds));
            for (const name of events) addEventListener(name, look, true);
            watcher.observe(document, {
              subtree: true, childList: true, attributes: true, characterData: true });
            look();
            """)
        guard isMet else {
            let text: String = try await value(of: "document.body.innerText")
            throw WebDriver.Failure(description: "'\(condition)' did not come true in:\n\(text)")
        }
    }
}
