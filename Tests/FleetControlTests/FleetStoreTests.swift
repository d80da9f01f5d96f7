import BeaconStorage
import Foundation
import MediaTime
import TestFiles
import Testing

@testable import FleetControl

@Suite("A push on the disk of a player")
struct FleetStoreTests {
    private let folder = try! TemporaryFolder()

    private func opened() -> FleetStore {
        FleetStore(folder: folder.path) { Issue.record("\($0)") }
    }

    @Test(
        "is forgotten after a day and ten minutes, and not after a day",
        arguments: [(86_400_000, true), (87_000_001, false)] as [(Int64, Bool)])
    func age(milliseconds: Int64, isKept: Bool) throws {
        opened().remember("due", until: FleetDate.now.advanced(by: .seconds(600)))
        // In a file of SQLite, the date of the row is the six bytes before its body.
        let file = URL(filePath: folder.file("beacons-1.sqlite"))
        var bytes = try Data(contentsOf: file)
        let body = try #require(bytes.firstRange(of: Data(#"{"id":"due""#.utf8)))
        let date = FleetDate.now.milliseconds - milliseconds
        let written = [40, 32, 24, 16, 8, 0].map { UInt8(truncatingIfNeeded: date >> $0) }
        bytes.replaceSubrange(body.lowerBound - written.count..<body.lowerBound, with: written)
        try bytes.write(to: file)
        #expect(Array(opened().remembered.keys) == (isKept ? ["due"] : []))
    }

    @Test("is removed with the first push after it has expired, also by a later process")
    func expired() throws {
        var store: FleetStore?
        var expiry = FleetDate.now
        var life = Duration.milliseconds(50)
        // Until the store is opened while the push is valid.
        repeat {
            store = nil
            expiry = FleetDate.now.advanced(by: life)
            life += life
            opened().remember("brief", until: expiry)
            store = opened()
        } while store?.remembered.isEmpty == true
        while FleetDate.now < expiry { sched_yield() }
        store?.remember("long", until: FleetDate.now.advanced(by: .seconds(600)))
        store = nil
        let left = try BeaconStore(folder: folder.path).leftovers
        #expect(left.count == 1)
        #expect(left.allSatisfy { String(decoding: $0.bytes, as: UTF8.self).contains("long") })
    }
}
