import Interlude
import MediaTime
import ReportPages

extension SessionVerdict {
    /// The document of `play --junit`: a test case for the session, for each push that it ended
    /// before, for each expectation, for each break, also one left out, and for each spot.
    package var junit: String {
        let all =
            [sessionCase] + unreachedPushes.map(unreachedCase) + expectations.map(\.testCase)
            + summary.breaks.map(\.testCase) + summary.leftOut.map(\.testCase)
            + summary.spots.map(\.testCase)
        let cases = JUnitCase.numbered(all)
        let failures = cases.count { $0.result.isFailure }
        let skipped = cases.count { $0.result.isSkipped }
        let suite = [
            ("name", "interlude play"), ("tests", "\(cases.count)"), ("failures", "\(failures)"),
            ("errors", "0"), ("skipped", "\(skipped)"),
            ("time", Figures.thousandths(played.inSeconds)),
        ]
        let lines =
            [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
            + ["<testsuite\(XMLText.attributes(suite))>"] + cases.map(\.xml)
            + ["</testsuite>", "</testsuites>"]
        return lines.map { $0 + "\n" }.joined()
    }

    private var sessionCase: JUnitCase {
        JUnitCase(
            group: "session", name: summary.source ?? "session", time: played,
            result: sessionReasons.isEmpty
                ? .passed : .failed(sessionReasons.joined(separator: ", ")))
    }

    /// The reasons of the verdict that no other test case has.
    private var sessionReasons: [String] {
        let isFailedListed = summary.spots.contains(where: \.isFault)
        let isCutListed = summary.spots.contains { $0.cut != nil }
        return [
            failure, missedSource, interruption, isFailedListed ? nil : failedSpots,
            isCutListed ? nil : cutOffSpots, failedBumpers, unreadLists, failedDecisions,
            lostBeacons,
        ].compactMap { $0 }
    }

    private func unreachedCase(_ time: Duration) -> JUnitCase {
        JUnitCase(
            group: "pushes", name: "push at \(Figures.thousandths(time.inSeconds)) s",
            time: .zero,
            result: .failed("the session ended at \(Figures.thousandths(played.inSeconds)) s"))
    }
}

extension ExpectationResult {
    fileprivate var testCase: JUnitCase {
        JUnitCase(
            group: "expectations", name: name, time: .zero,
            result: deviation.map { .failed($0) } ?? .passed)
    }
}

extension SummaryBreak {
    fileprivate var testCase: JUnitCase {
        let name = ["break \(number)", pod].compactMap { $0 }.joined(separator: ": ")
        let time = end.map { Duration.frames(max(0, $0 - start)) } ?? .zero
        return JUnitCase(
            group: "breaks", name: "\(name) at \(Figures.thousandths(start.seconds)) s", time: time,
            result: end == nil ? .skipped("the session ended first") : .passed)
    }
}

extension LeftOutBreak {
    fileprivate var testCase: JUnitCase {
        JUnitCase(
            group: "breaks",
            name: "break left out at stream time \(Figures.thousandths(streamFrame.seconds)) s",
            time: .zero, result: .skipped(words))
    }
}

extension SummarySpot {
    fileprivate var testCase: JUnitCase {
        let names = [number.map { "spot \($0)" }, slot.map { "slot \($0)" }, adID, title]
        return JUnitCase(
            group: breakNumber.map { "break \($0)" } ?? "spots",
            name: names.compactMap { $0 }.joined(separator: ", "),
            time: .frames(heard?.count ?? 0), result: result)
    }

    private var result: JUnitCase.Result {
        let words = reason ?? outcome.name
        return switch outcome {
        case .completed: cut.map { .failed($0) } ?? .passed
        case .failed where !isFault: .skipped(words)
        case .failed: .failed(code.map { "\(words) (\($0))" } ?? words)
        case .skipped, .notUsed, .credited: cut.map { .failed($0) } ?? .skipped(words)
        }
    }
}

/// A test case of a JUnit document.
struct JUnitCase: Hashable, Sendable {
    var group: String
    var name: String
    var time: Duration
    var result: Result

    enum Result: Hashable, Sendable {
        case passed
        case failed(String)
        /// It did not happen, and that is no failure.
        case skipped(String)

        var isFailure: Bool { if case .failed = self { true } else { false } }
        var isSkipped: Bool { if case .skipped = self { true } else { false } }
    }

    /// The cases with a number behind each name that an earlier one of its group has: a reader of
    /// JUnit may keep only one of two that have the same name.
    static func numbered(_ cases: [JUnitCase]) -> [JUnitCase] {
        var counts: [[String]: Int] = [:]
        return cases.map { one in
            var one = one
            let count = counts[[one.group, one.name], default: 0] + 1
            counts[[one.group, one.name]] = count
            if count > 1 { one.name += " (\(count))" }
            return one
        }
    }

    var xml: String {
        let names = XMLText.attributes([
            ("classname", "interlude.\(group)"), ("name", name),
            ("time", Figures.thousandths(time.inSeconds)),
        ])
        switch result {
        case .passed: return "<testcase\(names)/>"
        case .failed(let reason):
            let message = XMLText.attributes([("message", reason)])
            return
                "<testcase\(names)><failure\(message)>\(XMLText.escaped(reason))</failure></testcase>"
        case .skipped(let reason):
            return
                "<testcase\(names)><skipped\(XMLText.attributes([("message", reason)]))/></testcase>"
        }
    }
}
