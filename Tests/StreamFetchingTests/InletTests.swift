import AdCues
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

    @Test(
        "a title has the address that comes with it, if that is one of the web",
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
