/// How a spot ended (contract 1.3).
package enum FinishStatus: String, Codable, Sendable {
    case finished = "FINISHED"
    case aborted = "ABORTED"
}
