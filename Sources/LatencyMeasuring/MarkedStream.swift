import MediaTime
import SampleStation

/// A live stream of the coded programme that marks breaks, as an ICY response sends it.
///
/// It is a WAV file without an end, so each frame is heard as it was sent. FFmpeg takes it apart
/// into packets of 512 frames, of 4096 in later versions, and a marker takes effect with the first
/// packet after it. All markers stand between two packets.
struct MarkedStream {
    /// The frames between two blocks of metadata.
    private static let blockInterval = 4096

    /// The frames from one break to the next, and before the first: 2.304 s.
    ///
    /// Breaks that are less than 2 s apart may be one to a player. A multiple of 5 ms would always
    /// meet the blocks of a sink at the same place.
    static let breakInterval = 27 * blockInterval

    /// The frames of a break: 1.024 s.
    static let breakLength = 12 * blockInterval

    /// The frames that are sent at a time.
    static let pieceLength = 512

    /// The bytes between two blocks of metadata.
    static let byteInterval = blockInterval * FloatWAV.bytesPerFrame

    /// The header of the file, with the block that follows it.
    let head: [UInt8]

    private var weaver: ICYWeaver
    private var next = 0
    private let markers = StationBreaks(every: .frames(breakInterval), length: .frames(breakLength))
        .flatMap { ICYMarkers([.adsWizz], of: $0) }

    init() {
        weaver = ICYWeaver(interval: Self.byteInterval)
        let header = FloatWAV.endlessHeader(byteCount: Self.byteInterval)
        head = weaver.weave(header, title: Self.title)
    }

    private static let title = "coded programme"

    /// Returns the next ``pieceLength`` frames, and the block that follows them; empty at the end
    /// of the programme, after 87 s.
    mutating func takePiece() -> [UInt8] {
        let frames = next..<min(next + Self.pieceLength, CodedSound.programme.frameCount)
        next = frames.upperBound
        let bytes = FloatWAV.data(of: CodedSound.programme.samples(of: frames))
        guard let text = markers?.text(at: .frames(next)) else {
            return weaver.weave(bytes, title: Self.title)
        }
        return weaver.weave(bytes, text: text)
    }
}
