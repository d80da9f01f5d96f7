import Foundation

// Actions of a person.
extension Browser {
    private static let elementKey = "element-6066-11e4-a52e-4f735466cecf"

    private func element(_ selector: String) async throws -> String {
        let found: [String: String] = try await send(
            "/element", ["using": "css selector", "value": selector])
        guard let element = found[Self.elementKey] else {
            throw WebDriver.Failure(description: "\(selector) is no element")
        }
        return element
    }

    /// Scrolls an element into view, and clicks it.
    func click(_ selector: String) async throws {
        let element = try await element(selector)
        try await run("document.querySelector(`\(selector)`).scrollIntoView({ block: 'center' })")
        try await tell("/element/\(element)/click")
    }

    /// Switches to the page in a frame, until ``leaveFrame()``.
    func enterFrame(_ selector: String) async throws {
        let frame = try await element(selector)
        try await tell("/frame", ["id": [Self.elementKey: frame]])
    }

    func leaveFrame() async throws {
        try await tell("/frame", ["id": NSNull()])
    }

    /// Types into an element.
    func type(_ text: String, into selector: String) async throws {
        try await tell("/element/\(element(selector))/value", ["text": text])
    }

    /// Presses keys in order, at the focus.
    func press(_ keys: Key...) async throws {
        let strokes = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": $0, "value": key.rawValue] }
        }
        let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": strokes]
        try await tell("/actions", ["actions": [keyboard]])
    }

    /// WebDriver's codes of keys.
    enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
        case space = " "
        case left = "\u{E012}"
    }
}
