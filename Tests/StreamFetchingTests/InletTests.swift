import AdCues
import Foundation
import TestFiles
import TestServers
import Testing

@testable import StreamFetching

@Suite("The inlet of a connection")
struct InletTests {
    @Test("titles with hardly any audio between them cannot take unlimited memory")
    func titles() {
        let inlet = Inlet(metadataInterval: 1)
        for number in 0..<2000 {
            let title = Array("StreamTitle='\(number)';".utf8)
            let block = title + [UInt8](repeating: 0, count: 32 - title.count)
            #expect(inlet.take([0x55, 2] + block) == [0x55])
        }
        let titles = inlet.takeTitles(before: .max)
        #expect(titles.count == 256)
        #expect(titles.last?.text == "1999")
        #expect(inlet.takeMarkers(before: .max).count == 256)
    }

    @Test("a block comes whole, at the byte of audio that follows it")
    func blocks() {
        let inlet = Inlet(metadataInterval: 3)
        let block = Array("adw_ad='true';".utf8) + [0, 0]
        #expect(inlet.take([1, 2, 3, 1] + block + [4, 5, 6, 0, 7]) == [1, 2, 3, 4, 5, 6, 7])
        #expect(inlet.takeMarkers(before: 2).isEmpty)
        let fields = [ICYMetadata.Field(key: "adw_ad", value: "true")]
        let marker = PositionedMarker(.block(ICYMetadata(fields: fields)), position: 3)
        #expect(inlet.takeMarkers(before: 3) == [marker])
        #expect(inlet.takeMarkers(before: .max).isEmpty)
    }

    @Test("the comments of a chain of Ogg come at the byte where their stream begins")
    func comments() throws {
        let folder = try TemporaryFolder()
        let links = try ["one", "two"].map { title in
            let file = folder.file("\(title).ogg")
            _ = try Command([
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=48000:d=1",
                "-metadata", "TITLE=\(title)", "-c:a", "flac", "-f", "ogg", file,
            ]).successful()
            return try [UInt8](Data(contentsOf: URL(filePath: file)))
        }
        let inlet = Inlet(metadataInterval: nil)
        let bytes = links.flatMap { $0 }
        for start in stride(from: 0, to: bytes.count, by: 1000) {
            _ = inlet.take(Array(bytes[start..<min(start + 1000, bytes.count)]))
        }
        let markers = inlet.takeMarkers(before: .max)
        #expect(markers.map(\.position) == [0, links[0].count])
        let titles = markers.map { marker -> String? in
            if case .comments(let comments) = marker.content { comments["TITLE"] } else { nil }
        }
        #expect(titles == ["one", "two"])
        let other = Inlet(metadataInterval: nil)
        _ = other.take([0xFF] + bytes)
        #expect(other.takeMarkers(before: .max).isEmpty)
    }

    @Test(
        "A12: a title has the address that comes with it, if that is one of the web",
        arguments: [
            ("http://radio.example/now.jpg", "http://radio.example/now.jpg"),
            ("https://ann:pw@radio.example/now", "https://radio.example/now"),
            ("", nil), ("now.jpg", nil), ("file:///etc/passwd", nil), ("javascript:alert(1)", nil),
            ("data:image/png;base64,AAAA", nil),
        ] as [(String, String?)])
    func artwork(url: String, expected: String?) {
        let inlet = Inlet(metadataInterval: 1)
        let block = Array("StreamTitle='A';StreamUrl='\(url)';".utf8)
        let length = (block.count + 15) / 16
        let padding = [UInt8](repeating: 0, count: length * 16 - block.count)
        _ = inlet.take([0x55, UInt8(length)] + block + padding)
        #expect(
            inlet.takeTitles(before: .max) == [
                PositionedTitle(text: "A", artwork: expected, position: 1)
            ])
    }
}
