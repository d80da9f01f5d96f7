import MediaTime

/// An ID3v2 tag: metadata about what is heard from some time of a stream on.
package struct ID3Tag: Hashable, Sendable {
    /// A tag in a stream has a few hundred bytes, and seldom a picture.
    package static let maximumByteCount = 1 << 20
    static let maximumFrameCount = 1000

    /// 2, 3 or 4, as in ID3v2.4.
    package var version: UInt8
    /// In the order of the tag. Frames that are encrypted or compressed are left out.
    package var frames: [ID3Frame]
    /// The length of the whole tag with its header and footer.
    package let byteCount: Int

    package init(version: UInt8 = 4, frames: [ID3Frame], byteCount: Int = 0) {
        self.version = version
        self.frames = frames
        self.byteCount = byteCount
    }

    /// The first text of the first frame with this id; `nil` if there is none.
    package func text(_ id: String) -> String? {
        for frame in frames where frame.id == id {
            if case .text(let values) = frame.content { return values.first }
        }
        return nil
    }

    /// The time of the first sample of a packed audio segment, which HLS puts before the audio
    /// (RFC 8216, section 3.4); `nil` if the tag has none.
    package var transportStreamTimestamp: PresentationTime? {
        for frame in frames {
            guard case .privateData(owner: Self.timestampOwner, let data) = frame.content,
                data.count == 8
            else { continue }
            let ticks = data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // The upper 31 bits have to be 0.
            return ticks >> 33 == 0 ? PresentationTime(ticks: ticks) : nil
        }
        return nil
    }

    /// How many frames of a tag are reported, and how long their texts are together in bytes.
    private static let reportedFrameLimit = 16
    private static let reportedByteLimit = 16 << 10

    /// What the tag says beside a title, in its order and within bounds. The time of packed audio is
    /// no part of it.
    package var reportedFrames: [TagFrame] {
        var reported: [TagFrame] = []
        var room = Self.reportedByteLimit
        for frame in frames where frame.isReported && reported.count < Self.reportedFrameLimit {
            let frame = TagFrame(frame)
            room -= frame.textByteCount
            guard room >= 0 else { break }
            reported.append(frame)
        }
        return reported
    }

    fileprivate static let timestampOwner = "com.apple.streaming.transportStreamTimestamp"
}

/// One frame of an ID3 tag.
package struct ID3Frame: Hashable, Sendable {
    /// Four characters. Those of ID3v2.2, which have three, are given as their successors where
    /// ads use them, so `TXX` is `TXXX`.
    package var id: String
    package var content: Content

    package enum Content: Hashable, Sendable {
        /// A frame whose id begins with `T`. ID3v2.4 allows several texts.
        case text([String])
        /// `TXXX`.
        case userText(description: String, value: String)
        /// A frame whose id begins with `W`.
        case link(String)
        /// `WXXX`.
        case userLink(description: String, address: String)
        /// `PRIV`.
        case privateData(owner: String, data: [UInt8])
        /// `UFID`.
        case uniqueID(owner: String, id: [UInt8])
        /// `GEOB`.
        case object(mimeType: String, fileName: String, description: String, data: [UInt8])
        /// Another frame. Its content is not kept.
        case other(byteCount: Int)
    }

    package init(id: String, content: Content) {
        self.id = id
        self.content = content
    }
}

extension ID3Frame {
    /// Whether it is neither a part of the title nor about the media.
    fileprivate var isReported: Bool {
        switch content {
        case .privateData(let owner, _): owner != ID3Tag.timestampOwner
        case .text: id != "TIT2" && id != "TPE1"
        case .userText, .link, .userLink, .uniqueID, .object, .other: true
        }
    }
}
