import Testing

@testable import HTTPAccess

@Suite("The answer to a request for a range")
struct RangeAnswerTests {
    @Test(
        "declares its range and the size of the whole",
        arguments: [
            ("bytes 0-99/1000", 0..<100, 1000), ("Bytes 5-5/6", 5..<6, 6),
            ("bytes 10-19/*", 10..<20, nil),
        ] as [(String, Range<Int>, Int?)])
    func parsed(text: String, bytes: Range<Int>, size: Int?) {
        let range = ContentRange(text)
        #expect(range?.bytes == bytes)
        #expect(range?.size == size)
    }

    @Test(
        "is refused if its range is malformed or impossible",
        arguments: [
            "", "bytes", "bytes */1000", "bytes 5-4/10", "bytes 0-10/10", "bytes -5-9/10",
            "bytes 0-9", "bytes 0-9/10/11", "bytes 0-9-12/20", "items 0-9/10", "bytes +0-9/10",
            "bytes 0-99999999999999999999/*", "bytes 0-9223372036854775807/*", "bytes 0-9/",
        ])
    func malformed(text: String) {
        #expect(ContentRange(text) == nil)
    }

    private static let whole = BodyIdentity(tag: "\"a\"", date: "Mon", size: 1000)

    @Test(
        "is a part of the same body, of another one, or no answer to the request",
        arguments: [
            ("bytes 10-999/1000", "\"a\"", "Mon", .part(10..<1000)),
            ("bytes 10-19/1000", nil, nil, .part(10..<20)),
            ("bytes 10-19/*", "\"a\"", "Tue", .part(10..<20)),
            ("bytes 10-999/1000", "\"b\"", "Mon", .changed),
            ("bytes 10-999/1000", nil, "Tue", .changed),
            ("bytes 10-998/999", "\"a\"", "Mon", .changed),
            ("bytes 11-999/1000", "\"a\"", "Mon", .refused),
            ("bytes 10-1000/*", "\"a\"", "Mon", .refused), (nil, "\"a\"", "Mon", .refused),
            (nil, "\"b\"", "Mon", .changed),
        ] as [(String?, String?, String?, BodyIdentity.Verdict)])
    func judged(range: String?, tag: String?, date: String?, verdict: BodyIdentity.Verdict) {
        let answered = BodyIdentity(tag: tag, date: date)
        let range = range.flatMap(ContentRange.init)
        #expect(Self.whole.judge(answered, range, from: 10) == verdict)
    }
}
