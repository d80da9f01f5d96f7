import HTTPAccess
import SampleStation
import Testing

@Suite("A part of a file")
struct FilePartTests {
    @Test(
        "is read from the Range field",
        arguments: [
            ("bytes=0-0", .bytes(0...0)), ("bytes=0-99", .bytes(0...99)),
            ("bytes=10-19", .bytes(10...19)), ("bytes=10-", .bytes(10...99)),
            ("bytes=99-", .bytes(99...99)), ("bytes=10-1000", .bytes(10...99)),
            ("bytes=-1", .bytes(99...99)), ("bytes=-30", .bytes(70...99)),
            ("bytes=-1000", .bytes(0...99)), ("BYTES= 1-2 ", .bytes(1...2)),
            ("bytes=0-99999999999999999999999", .bytes(0...99)),
            ("bytes=-99999999999999999999999", .bytes(0...99)),
            ("bytes=100-", .beyond), ("bytes=100-200", .beyond), ("bytes=-0", .beyond),
            ("bytes=99999999999999999999999-", .beyond),
        ] as [(String, FilePart)])
    func parts(field: String, part: FilePart) {
        #expect(FilePart(field, ofFileWith: 100) == part)
    }

    @Test(
        "is the whole if nothing valid asks for less",
        arguments: [
            nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1-2,4-5",
            "bytes=--5", "bytes=1--5", "bytes=+1-2", "bytes=1.5-2", "seconds=1-2", "bytes=١-٢",
            "bytes=99999999999999999999999-5",
        ] as [String?])
    func whole(field: String?) {
        #expect(FilePart(field, ofFileWith: 100) == .whole)
    }

    @Test("of an empty file is beyond its end", arguments: ["bytes=0-", "bytes=-5", "bytes=0-0"])
    func empty(field: String) {
        #expect(FilePart(field, ofFileWith: 0) == .beyond)
        #expect(FilePart(nil, ofFileWith: 0) == .whole)
    }

    @Test("is served on request, from every folder")
    func served() async throws {
        let spot = try Samples.bytes("spots/ferry.mp3")
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            let client = StationClient(base: addresses.url)
            let whole = try await client.part("/spots/ferry.mp3")
            #expect(whole.range == nil && whole.bytes == spot)
            #expect(whole.head[header: "accept-ranges"] == "bytes")
            let tag = try #require(whole.head[header: "etag"])

            let middle = try await client.part("/spots/ferry.mp3", "bytes=1000-1999", of: tag)
            #expect(middle.range == "bytes 1000-1999/\(spot.count)")
            #expect(middle.bytes == Array(spot[1000...1999]))
            #expect(middle.head.contentLength == 1000)
            #expect(middle.head.contentType == "audio/mpeg")
            let rest = try await client.part("/spots/ferry.mp3", "bytes=-700")
            #expect(rest.bytes == spot.suffix(700))
            let other = try await client.part("/spots/ferry.mp3", "bytes=5-9", of: "\"other\"")
            #expect(other.range == nil && other.bytes == spot)

            for path in [
                "/programme/with-pods.flac", "/banners/ferry.png", "/media/mute-music.ogg",
                "/broken/truncated.mp3", "/truex/creative/voice-over.mp3",
            ] {
                let part = try await client.part(path, "bytes=4-7")
                #expect(part.range?.hasPrefix("bytes 4-7/") == true && part.bytes.count == 4)
            }
            let answer = try await client.send(
                .get, "/spots/ferry.mp3", headers: [WebHeader("Range", "bytes=\(spot.count)-")])
            #expect(answer.status == 416 && answer.body.isEmpty)
        }
    }
}

extension StationClient {
    /// The response to a range request, for the version `tag` if it is given.
    fileprivate func part(
        _ path: String, _ range: String? = nil, of tag: String? = nil
    ) async throws -> (head: WebResponse, range: String?, bytes: [UInt8]) {
        let headers = [
            range.map { WebHeader("Range", $0) }, tag.map { WebHeader("If-Range", $0) },
        ]
        let head = try await open(path, headers: headers.compactMap(\.self))
        var bytes: [UInt8] = []
        for try await chunk in head.chunks { bytes += chunk }
        return (head, head[header: "content-range"], bytes)
    }
}
