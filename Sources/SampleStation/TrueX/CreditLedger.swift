/// The publisher's book of credits: each engagement counts once.
package struct CreditLedger: Sendable {
    private let secret: String

    /// Who may earn credits.
    package var users: Set<String> = []

    /// How many of the next reports cannot be noted, and are asked for again.
    package var retries = 0

    private var engagements: Set<String> = []

    package init(secret: String) {
        self.secret = secret
    }

    /// Notes a report that came as a query with `sig`.
    package mutating func receive(_ query: [String: String]) -> CreditReply {
        guard let report = CreditReport(received: query),
            query["sig"] == report.signature(secret: secret)
        else { return .wrongSignature }
        if retries > 0 {
            retries -= 1
            return .askAgain
        }
        guard users.contains(report.userID),
            engagements.insert(report.engagementID).inserted
        else { return .duplicateOrUnknownUser }
        return .noted
    }
}
