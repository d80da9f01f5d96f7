/// What a publisher replies to the report of a credit.
package enum CreditReply: Int, Codable, Sendable {
    case askAgain = 0
    case noted = 1
    case wrongSignature = 2

    /// The engagement was reported before, or the user is not known.
    case duplicateOrUnknownUser = 3
}
