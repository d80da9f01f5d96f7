import FoundationEssentials
import MediaTime

/// Writes splice_info_sections (ANSI/SCTE 35, section 9).
package struct SpliceSection {
    package let bytes: [UInt8]

    /// A splice_insert: the programme is left at `time` for `duration`, or returned to if that is
    /// `nil`. Both are in ticks of 90 kHz.
    package static func insert(event: UInt32, at time: UInt64, duration: Int?) -> SpliceSection {
        insert(event: event, at: time, duration: duration, leaves: duration != nil)
    }

    /// A splice_insert that leaves the programme at `time` for a time that is not known.
    package static func leave(event: UInt32, at time: UInt64) -> SpliceSection {
        insert(event: event, at: time, duration: nil, leaves: true)
    }

    private static func insert(
        event: UInt32, at time: UInt64, duration: Int?, leaves isLeft: Bool
    ) -> SpliceSection {
        var command: [UInt8] = []
        command.append(bigEndian: event)
        let (isNotCancelled, reserved): (UInt8, UInt8) = (0x7f, 0x0f)
        let (leaves, isWholeProgram, hasDuration): (UInt8, UInt8, UInt8) = (0x80, 0x40, 0x20)
        let flags = isWholeProgram | reserved
        let left = isLeft ? flags | leaves : flags
        command += [isNotCancelled, duration == nil ? left : left | hasDuration]
        command += Self.time(time)
        if let duration {
            let returnsByItself: UInt8 = 0x80
            let ticks = UInt64(duration)
            command.append(returnsByItself | 0x7e | UInt8(truncatingIfNeeded: ticks >> 32 & 1))
            command.append(bigEndian: UInt32(truncatingIfNeeded: ticks))
        }
        command.append(bigEndian: Self.programID)
        command += [0, 0]
        return SpliceSection(type: 0x05, command, descriptors: [])
    }

    /// A time_signal with a segmentation descriptor: an opportunity of the provider to place ads
    /// starts at `time`, or ends if `duration` is `nil`.
    package static func opportunity(event: UInt32, at time: UInt64, duration: Int?) -> SpliceSection
    {
        var content = Array("CUEI".utf8)
        content.append(bigEndian: event)
        let (isWholeProgram, hasDuration, isUnrestricted): (UInt8, UInt8, UInt8) =
            (0x80, 0x40, 0x3f)
        let flags = isWholeProgram | isUnrestricted
        content += [0x7f, duration == nil ? flags : flags | hasDuration]
        if let duration {
            let ticks = UInt64(duration)
            content.append(UInt8(truncatingIfNeeded: ticks >> 32))
            content.append(bigEndian: UInt32(truncatingIfNeeded: ticks))
        }
        let type = duration == nil ? opportunityEnd : opportunityStart
        content += [0, 0, type, 0, 0]
        let descriptor = [0x02, UInt8(content.count)] + content
        return SpliceSection(type: 0x06, Self.time(time), descriptors: descriptor)
    }

    /// The types of segmentation.
    package static let opportunityStart: UInt8 = 0x34
    package static let opportunityEnd: UInt8 = 0x35

    package var base64: String { Data(bytes).base64EncodedString() }

    /// With `0x`, as date ranges have it.
    package var hexadecimal: String {
        "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    private static let programID: UInt16 = 1

    private init(type: UInt8, _ command: [UInt8], descriptors: [UInt8]) {
        let (tableID, fixedByteCount): (UInt8, Int) = (0xfc, 17)
        var section = [tableID]
        section.append(
            bigEndian: 0x3000
                | UInt16(truncatingIfNeeded: fixedByteCount + command.count + descriptors.count))
        // Protocol version, encryption, adjustment and the index of the control word: none.
        section += [UInt8](repeating: 0, count: 7)
        let everyTier: UInt32 = 0xfff << 12
        let lengths = everyTier | UInt32(truncatingIfNeeded: command.count)
        section += [16, 8, 0].map { UInt8(truncatingIfNeeded: lengths >> $0) }
        section.append(type)
        section += command
        section.append(bigEndian: UInt16(truncatingIfNeeded: descriptors.count))
        section += descriptors
        section.append(bigEndian: Checksum.of(section, from: .max))
        bytes = section
    }

    /// A splice_time.
    private static func time(_ ticks: UInt64) -> [UInt8] {
        let isSpecified: UInt8 = 0xfe
        var time = [isSpecified | UInt8(truncatingIfNeeded: ticks >> 32 & 1)]
        time.append(bigEndian: UInt32(truncatingIfNeeded: ticks))
        return time
    }
}
