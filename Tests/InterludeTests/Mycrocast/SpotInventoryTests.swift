import Advertising
import Foundation
import Testing

@testable import Interlude

@Suite("Spot inventory")
struct SpotInventoryTests {
    private static func inventory(
        inStream: [AdID], standard: [AdID] = [8]
    ) throws -> SpotInventory {
        let spots = { (ids: [AdID]) in
            "[" + ids.map { #"{"id":\#(json($0)),"url":"u"}"# }.joined(separator: ",") + "]"
        }
        let answer = """
            {"streamerId":1,"mountPoint":"/m","url":"u","needsToPlayPreStreamAd":false,\
            "preStreamAdCount":0,"preStreamAdList":[],"inStreamSpotList":\(spots(inStream)),\
            "defaultSpotList":\(spots(standard)),"fallbackSpotList":\(spots([9])),\
            "spotGroups":[{"id":5,"spots":\(spots([1, 7]))}]}
            """
        return SpotInventory(
            try JSONDecoder().decode(StartListeningAnswer.self, from: Data(answer.utf8)))
    }

    private static func json(_ id: AdID) -> String {
        switch id {
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        }
    }

    @Test("a retired spot is found by the service's id, also if it is a text")
    func textIDs() throws {
        var inventory = try Self.inventory(inStream: ["a-1", "b-2"])
        inventory.settle(.init(canBePlayedAgain: false, advertisement: nil), of: "a-1")
        #expect(inventory.take(2, from: .inStream).map(\.adID) == ["b-2"])
    }

    @Test("a list is used in rotation, each of its spots once a round")
    func rounds() throws {
        var inventory = try Self.inventory(inStream: [1, 2, 3])
        #expect(inventory.take(2, from: .inStream).map(\.id) == [1, 2])
        #expect(inventory.take(2, from: .inStream).map(\.id) == [3, 1])
        #expect(inventory.take(9, from: .inStream).map(\.id) == [2, 3, 1])
        #expect(inventory.take(0, from: .inStream).isEmpty)
        #expect(inventory.take(-1, from: .inStream).isEmpty)
        #expect(inventory.group(5).map(\.id) == [1, 7])
        #expect(inventory.group(6).isEmpty)
    }

    @Test("other lists stand in for one that is empty")
    func standIns() throws {
        var inventory = try Self.inventory(inStream: [])
        #expect(inventory.take(1, from: .inStream).map(\.id) == [8])
        inventory = try Self.inventory(inStream: [], standard: [])
        #expect(inventory.take(1, from: .inStream).map(\.id) == [9])
    }

    @Test("a retired spot goes, or makes room for its replacement")
    func retired() throws {
        var inventory = try Self.inventory(inStream: [1, 2])
        inventory.settle(.init(canBePlayedAgain: true, advertisement: nil), of: 1)
        inventory.settle(.init(canBePlayedAgain: nil, advertisement: nil), of: 1)
        #expect(inventory.take(2, from: .inStream).map(\.id) == [1, 2])
        let replacement = Advertisement(id: 4, title: "", audioFileURL: "u")
        inventory.settle(.init(canBePlayedAgain: false, advertisement: replacement), of: 1)
        #expect(inventory.take(2, from: .inStream).map(\.id) == [4, 2])
        #expect(inventory.group(5).map(\.id) == [4, 7])
        inventory.settle(.init(canBePlayedAgain: false, advertisement: nil), of: 4)
        inventory.settle(.init(canBePlayedAgain: false, advertisement: nil), of: 2)
        #expect(inventory.take(1, from: .inStream).map(\.id) == [8])
    }
}
