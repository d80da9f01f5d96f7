import Glibc
import MediaTime
import TestFiles
import Testing

@testable import FleetControl

@Suite("What a player remembers of pushes")
struct FleetMemoryTests {
    private func date(_ milliseconds: Int64) -> FleetDate { FleetDate(milliseconds: milliseconds) }

    @Test("lasts until each has expired, and is never more than four thousand")
    func limit() {
        var memory = FleetMemory()
        for number in 0..<4096 {
            let isKept = memory.remember("\(number)", until: date(Int64(number)))
            #expect(isKept)
        }
        let isOneMoreKept = memory.remember("more", until: date(5000))
        #expect(!isOneMoreKept && !memory.contains("more"))
        memory.forgetExpired(at: date(9))
        #expect(!memory.contains("9") && memory.contains("10"))
        let isKeptInPlace = memory.remember("more", until: date(5000))
        #expect(isKeptInPlace && memory.contains("more"))
    }

    @Test("is on disk, until each has expired")
    func store() throws {
        let folder = try TemporaryFolder()
        do {
            let store = FleetStore(folder: folder.path) { Issue.record("\($0)") }
            #expect(store.remembered.isEmpty)
            store.remember("over", until: .now)
            store.remember("due", until: FleetDate.now.advanced(by: .seconds(600)))
        }
        let store = FleetStore(folder: folder.path) { Issue.record("\($0)") }
        #expect(Array(store.remembered.keys) == ["due"])
    }

    @Test("is told to be lost if its folder cannot be written")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([], to: "file")
        var warnings: [String] = []
        let store = FleetStore(folder: file) { warnings.append($0) }
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.hasPrefix("fleet: pushes are forgotten when the player ends: ") == true)
        store.remember("a", until: .now)
        #expect(store.remembered.isEmpty)
        _ = FleetStore(folder: nil) { warnings.append($0) }
        #expect(warnings.count == 1)
    }

    @Test(
        "of events names the groups to report",
        arguments: [
            ("all", ["slot.x", "tracking.x"]), ("none", []), ("slot", ["slot.x"]),
            ("tracking,slot", ["slot.x", "tracking.x"]), ("a,,b", nil), ("", nil), ("Slot", nil),
            ("slot.x", nil), ("az", []), ("`", nil), ("{", nil),
        ] as [(String, [String]?)])
    func events(text: String, included: [String]?) {
        let events = FleetEvents(parsing: text)
        #expect(
            events.map { events in ["slot.x", "tracking.x"].filter(events.include) } == included)
    }
}

@Suite("Messages to the thread of a fleet")
struct FleetMailboxTests {
    @Test("are taken once, in order; the end stays")
    func taken() throws {
        let mailbox = try FleetMailbox()
        mailbox.put { $0.events.append(("a", "1")) }
        mailbox.put { $0.events.append(("b", "2")) }
        mailbox.put { $0.mustEnd = true }
        let contents = mailbox.take()
        #expect(contents.events.map(\.event) == ["a", "b"])
        #expect(contents.mustEnd)
        #expect(mailbox.take().events.isEmpty)
        #expect(mailbox.take().mustEnd)
    }

    @Test("leave no open pipe behind")
    func closed() throws {
        var mailbox: FleetMailbox? = try FleetMailbox()
        let reader = dup(try #require(mailbox).descriptor)
        defer { close(reader) }
        mailbox = nil
        // A child that another test starts meanwhile has the pipe until it runs its program.
        var awaited = pollfd(fd: reader, events: 0, revents: 0)
        poll(&awaited, 1, 30_000)
        #expect(awaited.revents & Int16(POLLHUP) != 0)
    }
}
