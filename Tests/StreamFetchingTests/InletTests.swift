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
    }
}
