import MediaTime

/// One card that was offered to a viewer, and what came of it.
struct TruexEngagement: Sendable {
    let request: TruexRequest
    let answer: TruexAnswer

    /// The viewer chose the pod, or let the countdown run out.
    var isOptedOut = false

    /// The credit's report, while the publisher asks for it to be sent again.
    var unsentCredit: CreditReport?

    /// The id of an engagement, which is also that of its session.
    static func name(_ number: Int) -> String { "e\(number)" }

    /// The number of the engagement that is named so; nil if it is no such name.
    static func number(named name: String) -> Int? {
        name.hasPrefix("e") ? Int(name.dropFirst()) : nil
    }
}
