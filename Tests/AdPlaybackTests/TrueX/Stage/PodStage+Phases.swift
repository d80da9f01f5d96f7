import AdPlayback
import MediaTime

extension PodStage {
    /// A stream with a pod at second 100, in the phase of this name.
    static func at(_ phase: String) -> PodStage {
        var stage = PodStage(.sample("mid", at: 100, phase == "card" ? .truexCard : .truex))
        switch phase {
        case "card": stage.play(to: 101)
        case "preparing": stage.play(to: 90)
        case "waitingForSpot":
            stage.send(.spotsChanged(.playing))
            stage.play(to: 100)
        case "waitingStart": stage.play(to: 100)
        case "interactive", "popup", "leaving", "linearAds":
            stage.play(to: 100)
            stage.tell(.coffeeStarted)
        default: break
        }
        switch phase {
        case "popup": stage.tell(.popupWebsite("http://brand/"))
        case "leaving":
            stage.send(.reachChanged(.seconds(0, 110)))
            stage.tell(.adFreePod, .adCompleted(timeSpent: 30))
        case "linearAds": stage.tell(.adCompleted(timeSpent: 0))
        default: break
        }
        return stage
    }
}
