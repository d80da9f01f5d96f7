import Glibc
import Interlude
import PCMAudio
import Testing

@testable import LinuxDesktop

@Suite("The messages to the thread of the message bus")
struct MediaMailboxTests {
    private let mailbox = MediaMailbox(Self.status(at: 0))
    private let start = ContinuousClock.now

    private static func status(at seconds: Int, volume: Float = 1) -> PlayerStatus {
        PlayerStatus(
            state: .playing, source: "show.wav", position: .seconds(seconds), length: .seconds(60),
            volume: Gain(linear: volume))
    }

    /// Whether the thread would wake.
    private var isAwake: Bool {
        var polled = pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0
    }

    @Test("collect what changes until they are taken, and wake the thread once for all of it")
    func collected() {
        mailbox.receive(Self.status(at: 0), at: start)
        _ = mailbox.take()
        mailbox.receive(Self.status(at: 0), at: start)
        #expect(!isAwake)
        mailbox.receive(Self.status(at: 30), at: start + .seconds(1))
        #expect(isAwake)
        mailbox.receive(Self.status(at: 30, volume: 0.5), at: start + .seconds(1))
        #expect(
            mailbox.take().changes == MediaChanges(changed: [.volume], seekedTo: .seconds(30)))
        #expect(!isAwake)
        #expect(mailbox.take().changes.isEmpty)
        #expect(mailbox.player.value(of: .volume) == .double(0.5))
    }

    @Test("have the last of several jumps")
    func jumps() {
        mailbox.receive(Self.status(at: 0), at: start)
        mailbox.receive(Self.status(at: 30), at: start)
        mailbox.receive(Self.status(at: 45), at: start)
        #expect(mailbox.take().changes.seekedTo == .seconds(45))
    }

    @Test("are not kept once nobody takes them any more")
    func abandoned() {
        mailbox.receive(Self.status(at: 0), at: start)
        _ = mailbox.take()
        mailbox.abandon()
        mailbox.receive(Self.status(at: 30, volume: 0.5), at: start)
        #expect(!isAwake)
        #expect(mailbox.take().changes.isEmpty)
    }

    @Test("have each reply once, and in order")
    func replies() {
        mailbox.put(.refused("no"), to: 2)
        #expect(isAwake)
        mailbox.put(.accepted, to: 1)
        let replies = mailbox.take().replies
        #expect(replies.map(\.call) == [2, 1])
        #expect(replies.map(\.1) == [.refused("no"), .accepted])
        #expect(mailbox.take().replies.isEmpty)
    }

    @Test("keep the request to end")
    func end() {
        #expect(!mailbox.take().mustEnd)
        mailbox.end()
        #expect(isAwake)
        #expect(mailbox.take().mustEnd)
        #expect(mailbox.take().mustEnd)
    }
}

@Suite("The connection to the message bus")
struct BusConnectionTests {
    @Test("is tried again after a second, and then more and more rarely, up to 30 s")
    func pauses() {
        let pauses = (1...8).map { MediaLoop.pause(after: $0) }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    }

    @Test(
        "waits until a deadline in whole milliseconds, and not less",
        arguments: [
            (5000, .max, -1), (5000, 5000, 0), (5000, 4999, 0), (5000, 5001, 1), (5000, 6000, 1),
            (5000, 6001, 2), (0, .max - 1, .max),
        ] as [(UInt64, UInt64, Int32)])
    func timeout(now: UInt64, deadline: UInt64, milliseconds: Int32) {
        #expect(BusConnection.timeout(from: now, until: deadline) == milliseconds)
    }

    @Test("names its errors as the system does")
    func errors() throws {
        #expect(try check(3) == 3)
        #expect(try check(0) == 0)
        let error = #expect(throws: BusError.self) { try check(-ENOENT) }
        #expect(error?.description == "No such file or directory")
    }

    @Test("has ten names for the players of one process, the plain one first")
    func names() {
        let names = MediaInterfaces.names(process: 42)
        #expect(names.count == 10)
        #expect(Set(names).count == 10)
        let first = "org.mpris.MediaPlayer2.interlude"
        #expect(names.prefix(3) == [first, "\(first).instance42", "\(first).instance42_2"])
    }
}
