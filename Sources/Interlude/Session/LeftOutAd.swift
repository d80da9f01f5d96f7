import AdPlayback
import Advertising

/// An ad that a server has chosen for a break, and that is not begun.
struct LeftOutAd: Hashable, Sendable {
    let spot: Advertisement
    let reason: Reason

    enum Reason: Hashable, Sendable, CaseIterable {
        /// Its server answered after the break.
        case late
        /// It is longer or shorter than the operator wants.
        case otherLength
        /// The break is too short for it, or has as many spots as the operator wants.
        case breakShortened
        /// The stream has taken the break back.
        case breakCancelled
        /// A seek has passed the break.
        case passed
        /// The stream ends before the break.
        case afterEnd
        /// The rules of the operator allow no ads yet.
        case tooSoon
        /// A credit of true[X] pays for the break.
        case credited
        /// It may not be heard as long after the answer of its server.
        case answerExpired
        /// Its creative is in the break already.
        case repeated
        /// Another ad of its category is in the break already.
        case sameCategory
    }
}

extension LeftOutAd.Reason {
    /// The error of which its server learns; `nil` if the ad is only not used.
    var code: VASTError? {
        switch self {
        case .late: .notInTime
        case .otherLength: .duration
        case .breakShortened: .breakShortened
        case .breakCancelled, .passed, .afterEnd, .tooSoon, .credited, .answerExpired,
            .repeated, .sameCategory:
            nil
        }
    }

    /// As the event log has it.
    var name: String {
        switch self {
        case .late: "late"
        case .otherLength, .breakShortened: AdEvent.NotUsedReason.nothingFits.rawValue
        case .breakCancelled: AdEvent.NotUsedReason.breakCancelled.rawValue
        case .passed: AdEvent.NotUsedReason.passed.rawValue
        case .afterEnd: AdEvent.NotUsedReason.afterEnd.rawValue
        case .tooSoon: AdEvent.NotUsedReason.tooSoon.rawValue
        case .credited: AdEvent.NotUsedReason.credited.rawValue
        case .answerExpired: "answerExpired"
        case .repeated: "repeated"
        case .sameCategory: "sameCategory"
        }
    }
}
