/// Walks an Ogg file from page to page, and steps over anything between pages.
package struct OggPageWalker: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package mutating func next() -> OggPage? {
        while index < bytes.count {
            if let page = OggPage(at: index, in: bytes) {
                index = page.bytes.upperBound
                return page
            }
            index += 1
        }
        return nil
    }
}
