/// What a listener, or the creative that he sees, does with a unit. Page, keys and scripts all say
/// it in these words.
public enum TruexMessage: Hashable, Sendable {
    // On the choice card.

    case optIn
    case optOut

    // In the unit.

    /// The listener did something in the unit; one is needed for the credit.
    case interact
    /// The unit shows its step `number`, counted from 1, of `count`; the last one earns the credit.
    case step(number: Int, count: Int)
    /// "I'm done", once there is a credit.
    case done
    /// Yes to "choose a different ad experience?", also unasked: back to the choice card.
    case cancel
    /// How far the unit's own video is.
    case video(TruexEvent.VideoProgress)
    case xtendedView

    // Anywhere.

    /// Out of what is shown: the choice card opts out or leaves, the unit asks whether to cancel,
    /// that question is taken back, and a unit with credit is closed.
    case back
    /// Out of the whole stream.
    case leave
    /// A link of the unit was followed to this address.
    case popup(String)
    case popupClosed
    /// Nobody sees the unit, until it is ``shown``.
    case hidden
    case shown
}
