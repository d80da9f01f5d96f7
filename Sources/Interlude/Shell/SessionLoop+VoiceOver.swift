import AdPlayback
import Advertising
import MediaTime

/// The audio that speaks choice cards.
extension SessionLoop {
    struct VoiceOverSlot {
        var load: any SpotLoad
        var ticket: PendingReplies<SessionEvent>.Ticket
        var spot: LoadedSpot?
        /// Whether it is over, but for what a clip may still name of it.
        var isDropped = false
    }

    func loadVoiceOver(_ number: Int, from address: String) {
        guard let voices = parts.truex?.voices else { return }
        let ticket = ask(after: parts.networkDelay)
        let mailbox = mailbox
        let load = voices.load(
            Advertisement(id: 0, title: "voice-over", audioFileURL: address),
            deadlines: SpotDeadlines()
        ) { news in mailbox.send(.perform { $0?.take(news, ofVoiceOver: number, ticket) }) }
        voiceOvers[number] = VoiceOverSlot(load: load, ticket: ticket)
    }

    private func take(
        _ news: SpotNews, ofVoiceOver number: Int, _ ticket: PendingReplies<SessionEvent>.Ticket
    ) {
        guard voiceOvers[number]?.isDropped == false else { return }
        switch news {
        case .connected, .received: break
        case .loaded(let voice):
            voiceOvers[number]?.spot = voice
            answer(
                ticket,
                [
                    .truex(
                        .voiceOverLoaded(
                            number: number, frameCount: voice.frameCount, voice.loudness))
                ])
        case .failed(let failure):
            answer(ticket, [.truex(.voiceOverFailed(number: number, reason: failure.words))])
        }
    }

    func dropVoiceOver(_ number: Int) {
        guard let slot = voiceOvers[number] else { return }
        slot.load.cancel()
        voiceOvers[number]?.isDropped = true
        answer(slot.ticket, [])
    }

    /// Forgets the samples of voices that are over and that no clip names any more.
    func forgetVoiceOvers() {
        guard !voiceOvers.isEmpty else { return }
        let named = machine.plannedVoices
        voiceOvers = voiceOvers.filter { number, slot in
            !slot.isDropped || named.contains(.voiceOver(number: number))
        }
    }

    /// Lets go of everything that is being asked for.
    func closeTruex() {
        for asked in asking.values { asked.task.cancel() }
        for slot in voiceOvers.values { slot.load.cancel() }
    }
}
