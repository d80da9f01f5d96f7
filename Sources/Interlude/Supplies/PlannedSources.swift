import Advertising
import HTTPAccess
import MediaTime
import PlainText
import Synchronization

/// Where the ads of the breaks of lists are.
final class PlannedSources: Sendable {
    private let entries = Mutex<[Entry]>([])

    private struct Entry {
        let source: VMAPDocument.Source
        let allowsSeveral: Bool
        let tracking: AdDecision.BreakTracking
        /// Where the list is from.
        let place: String
    }

    /// No break comes again sooner.
    private static let leastStep = Duration.seconds(10)

    /// Adds the breaks of a list that are heard, and returns them. What is shown beside the programme
    /// is left out, and so is a break whose place only an app knows.
    func add(_ document: VMAPDocument, from place: String) -> [PlannedBreak] {
        entries.withLock { entries in
            document.breaks.compactMap { one in
                guard one.types.contains("linear"), let source = one.source,
                    let offset = PlannedBreak.Place(one.timeOffset)
                else { return nil }
                let events = one.tracking.map {
                    AdTracking.Event(name: $0.event, address: $0.address)
                }.limited()
                entries.append(
                    Entry(
                        source: source, allowsSeveral: one.allowsSeveral,
                        tracking: AdDecision.BreakTracking(
                            events: events,
                            documentAddress: WebAddress(place)?.description),
                        place: place))
                return PlannedBreak(
                    number: entries.count, id: one.id, place: offset,
                    repeatAfter: one.repeatAfter.flatMap { $0 < Self.leastStep ? nil : $0 })
            }
        }
    }

    /// What is to be told of a break; `nil` if there is no such break.
    func tracking(ofBreak number: Int) -> AdDecision.BreakTracking? {
        entries.withLock { $0.indices.contains(number - 1) ? $0[number - 1].tracking : nil }
    }

    /// How the ads of a break are found; `nil` if there is no such break.
    func resolution(ofBreak number: Int, by rules: AdRules) -> AdTagResolution? {
        let entry = entries.withLock { $0.indices.contains(number - 1) ? $0[number - 1] : nil }
        guard let entry else { return nil }
        return switch entry.source {
        case .tag(let address):
            AdTagResolution(
                tags: [address], from: entry.place, allowsSeveral: entry.allowsSeveral,
                rules: rules)
        case .inline(let document?):
            AdTagResolution(
                document, in: entry.place, allowsSeveral: entry.allowsSeveral, rules: rules)
        case .inline(nil), .custom: AdTagResolution(tags: [])
        }
    }
}

extension VMAPDocument {
    /// Which of its breaks is not heard because its place cannot be read; `nil` if none is. The list
    /// is from `place`.
    func faultOfOffsets(in place: String) -> String? {
        guard let fault = breaks.first(where: { !$0.isPlaced && $0.types.contains("linear") })
        else { return nil }
        let offset = fault.timeOffset.printable()
        let name = fault.id.map { " of '\($0.printable())'" } ?? ""
        return "\(place): the timeOffset '\(offset)'\(name) is none of VMAP; "
            + "give a time as 00:01:30, a share as 25%, start or end"
    }
}

extension PlannedBreak.Place {
    /// `nil` if `offset` is none of VMAP, or counts breaks of the programme.
    fileprivate init?(_ offset: String) {
        switch VMAPOffset.read(offset) {
        case .at(let frame): self = .at(frame)
        case .share(let share): self = .share(share)
        case .end: self = .end
        case .ordinal, nil: return nil
        }
    }
}
