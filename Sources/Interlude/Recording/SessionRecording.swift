import FoundationEssentials
import MediaTime

/// A session as a list of what happened to it, which is all that its decisions depend on.
///
/// The file has one JSON object a line: first the configuration, then the
/// events in their order.
package enum SessionRecording {
    /// The first line of a recording.
    package struct Header: Hashable, Sendable, Codable {
        /// Which form the file has; a reader refuses one that it does not know.
        package var interludeRecording = Header.currentForm
        package var configuration: SessionConfiguration

        package static let currentForm = 1

        package init(_ configuration: SessionConfiguration) {
            self.configuration = configuration
        }
    }

    /// A recording that cannot be replayed, and why.
    package struct Unreadable: Error, CustomStringConvertible {
        package var description: String
    }

    package static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        return Data((JSONLine.safe(text) + "\n").utf8)
    }

    /// Runs the recorded session again, decisions only, and passes on its event log.
    ///
    /// `name` is what the recording is called in errors.
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
            // What a decoder says of a foreign file helps nobody.
            throw Unreadable(
                description: "\(name) is no recording of a session; make one with play --record")
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
                    description: "\(name), line \(index + 2): no event of a session; "
                        + "the file may be cut off there")
            }
            for case .log(let record) in machine.receive(event) { try log(record) }
        }
    }

    private static func header(_ line: Data) throws -> Header {
        try JSONDecoder().decode(Header.self, from: line)
    }
}
