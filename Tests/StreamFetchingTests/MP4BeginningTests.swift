import Testing

@testable import StreamFetching

@Suite("The beginning of an MP4")
struct MP4BeginningTests {
    /// A box of `size` bytes.
    private static func box(_ kind: String, _ size: Int) -> [UInt8] {
        [0, 0, UInt8(size >> 8), UInt8(size & 255)] + Array(kind.utf8)
            + [UInt8](repeating: 0, count: max(0, size - 8))
    }

    @Test(
        "tells whether the media come before the index",
        arguments: [
            (box("ftyp", 28) + box("free", 8) + box("mdat", 8), true),
            (box("ftyp", 28) + box("moov", 8) + box("mdat", 8), false),
            (box("ftyp", 20) + box("wide", 8) + [0, 0, 0, 1] + Array("mdat".utf8), true),
            (box("styp", 20) + box("moof", 8), false),
            (
                box("ftyp", 28) + [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 16]
                    + box("mdat", 8), true
            ),
            (box("ftyp", 28), nil), (box("ftyp", 28) + box("uuid", 5000), nil),
            (box("ftyp", 28) + box("free", 0) + box("mdat", 8), nil),
            (
                box("ftyp", 28) + [0, 0, 0, 1] + Array("free".utf8)
                    + [UInt8](repeating: 255, count: 8) + box("mdat", 8), nil
            ),
            (Array("ID3\u{3}\0\0\0\0\0\0\0\0".utf8), false), ([], false),
        ] as [([UInt8], Bool?)])
    func order(bytes: [UInt8], isMediaFirst: Bool?) {
        #expect(MP4Beginning.mediaComesFirst(in: bytes) == isMediaFirst)
    }
}
