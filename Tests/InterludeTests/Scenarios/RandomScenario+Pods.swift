import AdPlayback
import Advertising
import MediaTime
import TestSignals

@testable import Interlude

/// Pods, their ad servers, and listeners who answer choice cards.
extension RandomScenario {
    /// Adds pods of the stream.
    mutating func learnPods() {
        var start = Int.random(in: 0...20_000, using: &random)
        let pods = (0..<Int.random(in: 1...4, using: &random)).map { number in
            defer { start += Int.random(in: 8_000...40_000, using: &random) }
            return pod(number, at: start)
        }
        give(.truex(.pods(pods)))
    }

    private mutating func pod(_ number: Int, at start: Int) -> TruexPod {
        let placeholder = Int.random(in: 1...3_000, using: &random)
        let rest = Int.random(in: 0...5_000, using: &random)
        let kinds: [TruexPod.Kind] = [
            .truex, .truex, .truex, .truexCard, .truexCard, .interactiveVideo, .unusable, .linear,
        ]
        let first = FrameRange(FrameTime(Int64(start)), count: placeholder)
        var pod = TruexPod(
            id: "pod \(number)", range: FrameRange(first.start, count: placeholder + rest),
            slotType: start == 0 ? .preroll : .midroll,
            ads: [
                .init(range: first, kind: kinds.randomElement(using: &random) ?? .truex),
                .init(range: FrameRange(first.end, count: rest), kind: .linear),
            ])
        // Ad servers want to learn of the pods in a part of all courses.
        guard seed % 4 == 0 else { return pod }
        for index in pod.ads.indices {
            pod.ads[index].tracking = .everything(of: 2 * number + index)
        }
        pod.tracking = [.init(name: "breakStart", address: "http://ads/breakStart")]
        return pod
    }

    /// The ad server answers one of its requests.
    mutating func answerUnit() {
        let token = units.removeFirst()
        var ad = TruexAdConfiguration(
            adID: 1, campaignName: "Coffee", engagementID: "e\(token.rawValue)",
            creative: "http://example.com/unit")
        ad.attentionTime = .frames(Int.random(in: 1...9000, using: &random))
        ad.cardTime =
            Bool.random(using: &random)
            ? nil : .frames(Int.random(in: 1...9000, using: &random))
        ad.voiceOver = ["one", "two"]
        ad.product = Bool.random(using: &random) ? .sponsoredStream : .sponsoredAdBreak
        switch Int.random(in: 0..<6, using: &random) {
        case 0: give(.truex(.answered(token, .noBid)))
        case 1: give(.truex(.answered(token, .refused("closed"))))
        case 2: give(.truex(.askingFailed(token, reason: "gone")))
        default: give(.truex(.answered(token, .ad(ad))))
        }
    }

    mutating func loadVoice() {
        let number = voices.removeFirst()
        if Bool.random(using: &random) {
            let count = Int.random(in: 1...6000, using: &random)
            give(.truex(.voiceOverLoaded(number: number, frameCount: count, nil)))
        } else {
            give(.truex(.voiceOverFailed(number: number, reason: "gone")))
        }
    }

    /// A listener's action on the view shown, usually a helpful one.
    mutating func actOnUnit() {
        let messages: [TruexMessage] = [
            .optIn, .optIn, .interact, .interact, .done, .done, .optOut, .cancel, .back,
            .step(number: 2, count: 2), .popup("http://example.com"), .popupClosed, .hidden, .shown,
        ]
        command(.truex(messages.randomElement(using: &random) ?? .optIn))
        if Int.random(in: 0..<4, using: &random) == 0 {
            command(.truexAudience(TruexAudience.allCases.randomElement(using: &random) ?? .nobody))
        }
    }

    /// Whether nothing of true[X] is left open.
    mutating func leaveUnits() {
        command(.truexAudience(.watching))
        for message: TruexMessage in [.popupClosed, .shown, .done, .cancel, .optOut] {
            command(.truex(message))
        }
    }
}
