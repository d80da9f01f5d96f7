import Advertising
import MediaTime
import Testing

@Suite("A list of assets")
struct AssetListTests {
    @Test("has the assets in their order, with the lengths that are possible")
    func assets() throws {
        let list = try AssetList(
            parsing: """
                {"ASSETS": [{"URI": "a.m3u8", "DURATION": 15.5}, {"URI": "http://b.example/b"},
                {"DURATION": 3}, {"URI": "c", "DURATION": -1}], "X": 1}
                """)
        #expect(list.assets.map(\.address) == ["a.m3u8", "http://b.example/b", "c"])
        #expect(list.assets.map(\.duration) == [.milliseconds(15_500), nil, nil])
    }

    @Test("I10: may be empty, and has at most sixty assets")
    func counts() throws {
        #expect(try AssetList(parsing: #"{"ASSETS": []}"#).assets.isEmpty)
        let many = Array(repeating: #"{"URI": "a"}"#, count: 100).joined(separator: ",")
        #expect(try AssetList(parsing: #"{"ASSETS": [\#(many)]}"#).assets.count == 60)
    }

    @Test(
        "I10: is refused if it is none",
        arguments: ["", "<html>", "{", "[]", #"{"ASSETS": {}}"#, #"{"assets": []}"#])
    func refused(text: String) {
        #expect(throws: AssetListError.self) { try AssetList(parsing: text) }
    }
}
