import Advertising

/// Answers of ad servers, and lists of breaks.
enum VASTFuzz: FuzzTarget {
    static let name = "vast"
    static let kind = FuzzKind.text
    static let words =
        ScheduleWords.markup + [
            " sequence=\"1\"", " skipoffset=\"25%\"", "<VASTAdTagURI>", "<Impression>", "<Error>",
            "<Tracking event=\"progress\" offset=\"00:00:05\">", "<InteractiveCreativeFile>",
            "<NonLinearAds>", "<Companion", "<AdVerifications>", "<Verification>", "<Expires>",
            " repeatAfter=\"00:05:00\"", "<vmap:AdTagURI>", "<DAAST", "<Category>", "about:blank",
        ]

    /// libxml2 keeps each thread's last error, some hundred bytes.
    static let keptBytes = 1024

    static func run(_ bytes: [UInt8]) {
        do throws(VASTFailure) {
            let document = try VASTDocument(parsing: bytes)
            let numbers = document.ads.compactMap(\.sequence)
            precondition(numbers == numbers.sorted(), "ads are not in the order of their numbers")
            precondition(numbers.allSatisfy { $0 > 0 }, "an ad has a number below 1")
            let isPlayable = document.ads.contains { $0.verdict == .playable }
            precondition(isPlayable == (document.verdict == .playable), "the verdict is wrong")
        } catch {
            precondition(!error.description.isEmpty, "a refusal says nothing")
        }
        // try?: another document is refused.
        for one in (try? VMAPDocument(parsing: bytes))?.breaks ?? [] {
            precondition(one.repeatAfter.map { $0 > .zero } ?? true, "a break repeats at once")
        }
    }
}
