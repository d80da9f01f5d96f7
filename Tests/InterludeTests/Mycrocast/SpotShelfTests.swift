import Advertising
import Foundation
import Testing

@testable import Interlude

@Suite("Spot shelf")
struct SpotShelfTests {
    private static func shelf(inStream: [Int], standard: [Int] = [8]) throws -> SpotShelf {
        let spots = { (ids: [Int]) in
            "[" + ids.map { #"{"id":\#($0),"url":"u"}"# }.joined(separator: ",") + "]"
        }
        let answer = """
            {"streamerId":1,"mountPoint":"/m","url":"u","needsToPlayPreStreamAd":false,\
            "preStreamAdCount":0,"preStreamAdList":[],"inStreamSpotList":\(spots(inStream)),\
            "defaultSpotList":\(spots(standard)),"fallbackSpotList":\(spots([9])),\
            "spotGroups":[{"id":5,"spots":\(spots([1, 7]))}]}
            """
        return SpotShelf(
            try JSONDecoder().decode(StartListeningAnswer.self, from: Data(answer.utf8)))
    }

    @Test("a list goes round, and gives each of its spots once at a time")
    func rounds() throws {
        var shelf = try Self.shelf(inStream: [1, 2, 3])
        #expect(shelf.take(2, from: .inStream).map(\.id) == [1, 2])
        #expect(shelf.take(2, from: .inStream).map(\.id) == [3, 1])
        #expect(shelf.take(9, from: .inStream).map(\.id) == [2, 3, 1])
        #expect(shelf.take(0, from: .inStream).isEmpty)
        #expect(shelf.take(-1, from: .inStream).isEmpty)
        #expect(shelf.group(5).map(\.id) == [1, 7])
        #expect(shelf.group(6).isEmpty)
    }

    @Test("other lists stand in for one that is empty")
    func standIns() throws {
        var shelf = try Self.shelf(inStream: [])
        #expect(shelf.take(1, from: .inStream).map(\.id) == [8])
        shelf = try Self.shelf(inStream: [], standard: [])
        #expect(shelf.take(1, from: .inStream).map(\.id) == [9])
    }

    @Test("a spot that is not to be played again goes, or makes room for its replacement")
    func retired() throws {
        var shelf = try Self.shelf(inStream: [1, 2])
        shelf.settle(.init(canBePlayedAgain: true, advertisement: nil), of: 1)
        shelf.settle(.init(canBePlayedAgain: nil, advertisement: nil), of: 1)
        #expect(shelf.take(2, from: .inStream).map(\.id) == [1, 2])
        let replacement = Advertisement(id: 4, title: "", audioFileURL: "u")
        shelf.settle(.init(canBePlayedAgain: false, advertisement: replacement), of: 1)
        #expect(shelf.take(2, from: .inStream).map(\.id) == [4, 2])
        #expect(shelf.group(5).map(\.id) == [4, 7])
        shelf.settle(.init(canBePlayedAgain: false, advertisement: nil), of: 4)
        shelf.settle(.init(canBePlayedAgain: false, advertisement: nil), of: 2)
        #expect(shelf.take(1, from: .inStream).map(\.id) == [8])
    }
}
