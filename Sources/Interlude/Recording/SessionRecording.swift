import AdPlayback
import FoundationEssentials
import MediaTime

/// A recorded session: the events that determine its decisions.
///
/// The file has one JSON object per line: first the configuration, then the events in order.
package enum SessionRecording {
    /// The first line of a recording.
    package struct Header: Hashable, Sendable, Codable {
        /// The version of the format; a reader refuses unknown versions.
        package var interludeRecording = Header.currentForm
        package var configuration: SessionConfiguration

        package static let currentForm = 1

        package init(_ configuration: SessionConfiguration) {
            self.configuration = configuration
        }
    }

    /// Why a recording cannot be replayed.
    package struct Unreadable: Error, CustomStringConvertible {
        package var description: String
    }

    package static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        return Data((JSONLine.safe(text) + "\n").utf8)
    }

    /// Repeats the decisions of a recorded session, and passes the lines of its event log to `log`.
    ///
    /// `name` is the name of the recording in errors. Throws ``Unreadable`` if the recording is
    /// foreign or damaged, and rethrows the errors of `log`.
    package static func replay(
        _ recording: Data, named name: String, log: (EventRecord) throws -> Void
    ) throws {
        let lines = recording.split(separator: UInt8(ascii: "\n"))
        let header: Header
        do {
            guard let first = lines.first else { throw Unreadable(description: "") }
            header = try Self.header(first)
        } catch let error as DecodingError where error.numberWords != nil {
            throw Unreadable(
                description: "\(name), line 1: \(error.numberWords ?? ""); "
                    + "the file was changed or is damaged")
        } catch {
            // A foreign file would get a description from the decoder that helps nobody.
            throw Unreadable(
                description: "\(name) is not a recording of a session; make one with play --record")
        }
        guard header.interludeRecording == Header.currentForm else {
            throw Unreadable(
                description:
                    "\(name) has form \(header.interludeRecording), and this version reads "
                    + "form \(Header.currentForm); replay it with the version that made it")
        }
        var machine = SessionMachine(header.configuration)
        for (index, line) in lines.dropFirst().enumerated() {
            let event: SessionEvent
            do {
                event = try JSONDecoder().decode(SessionEvent.self, from: line)
                try event.checkCounts()
            } catch let error as DecodingError where error.numberWords != nil {
                throw Unreadable(
                    description: "\(name), line \(index + 2): \(error.numberWords ?? ""); "
                        + "the file was changed or is damaged")
            } catch {
                throw Unreadable(
                    description: "\(name), line \(index + 2): not an event of a session; "
                        + "the file may be cut off there")
            }
            for case .log(let record) in machine.receive(event) { try log(record) }
        }
    }

    private static func header(_ line: Data) throws -> Header {
        try JSONDecoder().decode(Header.self, from: line)
    }
}

extension SessionEvent {
    /// The frame limit for anything that a session loads: one day.
    private static let frameCounts = 0...(86_400 * FrameTime.rate)

    /// Throws a `DecodingError` if a count in a recorded event is impossible.
    ///
    /// Times are checked when they are decoded. Ids are only compared, so any number is valid.
    func checkCounts() throws {
        switch self {
        case .muteMusicLoaded(let count), .changedLate(_, let count):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
        case .fillMeasured(let index, let count, _):
            try Self.check(index, in: 0...Int(Int32.max), named: "index")
            try Self.check(count ?? 0, in: Self.frameCounts, named: "frameCount")
        case .underrun(let count):
            try Self.check(count, in: 0...Int(Int32.max), named: "count")
        case .sinkVolume(let percent, _):
            try Self.check(percent, in: 0...Int(Int32.max), named: "percent")
        case .advertisements(.spotLoaded(_, let count, let leadIn, _)):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
            try Self.check(leadIn, in: Self.frameCounts, named: "leadIn")
        case .spotCutOff(_, let count, let declared):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
            try Self.check(declared, in: Self.frameCounts, named: "declaredCount")
        case .truex(.voiceOverLoaded(_, let count, _)):
            try Self.check(count, in: Self.frameCounts, named: "frameCount")
        case .began, .command, .source, .switchable, .planRefused, .heard, .starved, .exhausted,
            .loudnessRead, .nowPlayingRead, .advertisements, .time, .truex,
            .assetsListed, .adsDecided, .beaconsLeft, .spotsNotKept, .breaksPlanned, .beaconSettled,
            .muteMusicFailed, .sinkLost, .sinkRestored, .listenersLost, .listenersBack, .sinkHeld,
            .sinkReleased, .sinkFailed, .timeStoodStill, .waitOver:
            break
        }
    }

    private static func check(
        _ count: Int, in range: ClosedRange<Int>, named name: String
    ) throws {
        do throws(NumberError) {
            _ = try count.checked(in: range)
        } catch {
            throw DecodingError.number(error, at: [Name(stringValue: name)])
        }
    }

    /// The name of a count in an event.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}
