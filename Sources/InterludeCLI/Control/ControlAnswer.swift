import FoundationEssentials

/// A ``ControlReply`` as its reader understands it.
struct ControlAnswer: Hashable, Sendable {
    /// Why the player refused; `nil` if it did not.
    let refusal: String?

    /// The status as the player wrote it, if it sent one.
    let status: String?

    /// Reads the line of a reply; `nil` if it is none.
    init?(line: String) {
        struct Verdict: Decodable {
            let ok: Bool
            let error: String?
        }
        guard let verdict = try? JSONDecoder().decode(Verdict.self, from: Data(line.utf8)) else {
            // try?: a line that is no reply has no better reason than that.
            return nil
        }
        refusal = verdict.ok ? nil : verdict.error ?? "the player gave no reason"
        let prefix = #"{"ok":true,"status":"#
        status = line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count).dropLast()) : nil
    }
}
