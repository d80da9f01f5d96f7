import Advertising
import Dispatch

/// Everybody who is told what a ``Mycrocast`` does.
final class Observers: Sendable {
    let catalogue = WeakList<any LiveStreamsDelegate>()
    let sessions = WeakList<any StreamSessionDelegate>()
    let audio = WeakList<any AudioSessionDelegate>()
    let advertisements = WeakList<any AdvertisementDelegate>()

    private let queue = DispatchQueue(label: "Interlude.Mycrocast")

    /// Those who get what is heard, but for those whom the session itself gives it to.
    var heardAudio: [any HeardAudioDelegate] {
        let given = Set(audio.all.map { ObjectIdentifier($0) })
        return sessions.all.filter { !given.contains(ObjectIdentifier($0)) }
    }

    /// Returns at once; they are told in the order of the calls.
    func tellCatalogue(_ call: @escaping @Sendable (any LiveStreamsDelegate) -> Void) {
        queue.async { self.catalogue.all.forEach(call) }
    }

    /// Returns at once; they are told in the order of the calls.
    func tellSessions(_ call: @escaping @Sendable (any StreamSessionDelegate) -> Void) {
        queue.async { self.sessions.all.forEach(call) }
    }
}
