/// What the ad server said when it was asked for an ad.
package enum TruexAnswer: Hashable, Sendable, Codable {
    case ad(TruexAdConfiguration)
    /// This listener's stream is paid for.
    case adFree(TruexSponsor)
    /// The request worked, and there is nothing for this listener.
    case noBid
    /// It cannot serve this request, for the reason that it gave.
    case refused(String)
}
