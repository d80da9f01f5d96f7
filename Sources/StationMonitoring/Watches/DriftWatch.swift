import MediaTime
import ReportPages

/// How much more or less audio of a live stream has come than time has passed. A value.
///
/// Audio comes in pieces, and a network delays it. So the most that was ahead of time in a minute
/// counts for the minute, and minutes are compared.
struct DriftWatch: Hashable, Sendable {
    private static let minute = Duration.seconds(60)
    /// With fewer, an uneven network would look like a slow clock.
    private static let leastCount = 10
    /// An hour, and the minute from which it is counted.
    private static let mostCount = 61

    /// How far the audio was ahead of ``origin`` at most, minute by minute.
    private var leads: [Duration] = []
    private var present: Minute?
    private var origin: UTCTime?

    private struct Minute: Hashable {
        var start: UTCTime
        var lead: Duration
    }

    /// Takes how much of the stream has come: the stream time up to which there is audio.
    mutating func take(received: Duration, at now: UTCTime) {
        let origin = origin ?? now
        self.origin = origin
        let lead = received - (now - origin)
        guard var minute = present else {
            present = Minute(start: now, lead: lead)
            return
        }
        guard now - minute.start >= Self.minute else {
            minute.lead = max(minute.lead, lead)
            present = minute
            return
        }
        leads.append(minute.lead)
        if leads.count > Self.mostCount { leads.removeFirst() }
        present = Minute(start: now, lead: lead)
    }

    /// Notes that the stream was interrupted: its time does not go on as before.
    mutating func stop() { self = DriftWatch() }

    func finding(limit: Duration?, at now: UTCTime) -> AlarmFinding? {
        guard let limit, leads.count >= Self.leastCount, let first = leads.first,
            let last = leads.last
        else { return nil }
        let drift = last - first
        let length = drift < .zero ? .zero - drift : drift
        guard length >= limit else { return nil }
        let span = Self.minute * (leads.count - 1)
        let amount = drift < .zero ? "less" : "more"
        return AlarmFinding(
            .drift, since: now - span, limit: limit, value: length,
            words: "\(Figures.tenths(length)) s \(amount) audio than time in "
                + "\(Figures.whole(span.inSeconds / 60)) min")
    }
}
