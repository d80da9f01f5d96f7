import Testing

@testable import Advertising

@Suite("A value of JSON")
struct JSONNodeTests {
    private static let values: [JSONNode] = [
        .null, .bool(true), .integer(1), .integer(0), .number(0.5), .number(.nan), .string("1"),
        .string("x"), .array([.integer(1)]), .object(["a": .integer(1)]),
    ]

    @Test("is read as it is written, whatever it is")
    func roundTrip() throws {
        let text = #"{"a":[null,true,false,7,-0.5,"x",[],{}],"b":{"c":null}}"#
        let node = try JSONNode(parsing: text)
        #expect(
            node
                == .object([
                    "a": .array([
                        .null, .bool(true), .bool(false), .integer(7), .number(-0.5),
                        .string("x"), .array([]), .object([:]),
                    ]),
                    "b": .object(["c": .null]),
                ]))
        #expect(node.json == text)
        #expect(JSONNode.number(.infinity).json == #""""#)
    }

    @Test("has a text, if it is one or a number")
    func texts() {
        #expect(
            Self.values.map(\.text) == [nil, nil, "1", "0", "0.5", nil, "1", "x", nil, nil])
    }

    @Test("has a number, if it is one or a text of one")
    func numbers() {
        #expect(
            Self.values.map(\.double) == [nil, nil, 1, 0, 0.5, nil, 1, nil, nil, nil])
        #expect(JSONNode.string(" -2.5 ").double == -2.5)
        #expect(JSONNode.string("inf").double == nil && JSONNode.string("nan").double == nil)
    }

    @Test(
        "has an index, if it is a whole number below a million",
        arguments: [
            (0, 0), (3, 3), (-3, -3), (0.5, nil), (999_999, 999_999), (1_000_000, nil),
            (-999_999, -999_999), (-1_000_000, nil),
        ] as [(Double, Int?)])
    func indices(number: Double, index: Int?) {
        #expect(JSONNode.number(number).index == index)
    }

    @Test("means yes in the forms of servers")
    func yes() {
        #expect(
            Self.values.map(\.isTrue)
                == [false, true, true, false, false, false, true, false, false, false])
        for text in ["true", "TRUE", "1", "yes"] { #expect(JSONNode.string(text).isTrue) }
        for text in ["false", "0", "no", ""] { #expect(!JSONNode.string(text).isTrue) }
        #expect(!JSONNode.bool(false).isTrue && JSONNode.integer(-1).isTrue)
    }

    @Test("has members and elements, and the first of several names that is there")
    func members() {
        #expect(Self.values.map { $0.members != nil } == Self.values.indices.map { $0 == 9 })
        #expect(Self.values.map { $0.elements != nil } == Self.values.indices.map { $0 == 8 })
        let node = JSONNode.object(["a": .null, "b": .integer(2), "c": .integer(3)])
        #expect(node["a"] == nil && node["b"] == .integer(2) && node["d"] == nil)
        #expect(node.first("d", "a", "c", "b") == .integer(3) && node.first("a", "d") == nil)
        #expect(JSONNode.string("a")["a"] == nil)
    }
}
