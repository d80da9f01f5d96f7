import AdPlayback
import MediaTime
import Testing

extension Chromium {
    @Suite("the pages of an interactive advertisement", .timeLimit(.minutes(3)))
    struct UnitPageTests {
        /// A way to hide or leave a page.
        enum Absence: CaseIterable {
            /// Its window is minimized.
            case minimized
            /// Another tab is in front of it.
            case covered
            /// The tab shows another page, and can go back.
            case left
            /// Its tab is closed.
            case closed

            static let hidden: [Absence] = [.minimized, .covered]
            static let gone: [Absence] = [.left, .closed]
        }

        private static func leave(_ visit: UnitVisit, _ absence: Absence) async throws {
            let browser = visit.browser
            switch absence {
            case .minimized: try await browser.minimize()
            case .covered: try await browser.openWindow(.tab)
            case .left: try await browser.open("about:blank")
            case .closed:
                let page = try await browser.openWindow(.tab)
                let rest = try await browser.windows.first { $0 != page }
                try await browser.enter(page)
                try await browser.closeWindow()
                try await browser.enter(try #require(rest))
            }
        }

        private static func comeBack(_ visit: UnitVisit, _ absence: Absence) async throws {
            let browser = visit.browser
            switch absence {
            case .minimized: try await browser.restore()
            case .covered:
                try await browser.closeWindow()
                try await browser.enter(try #require(try await browser.windows.first))
            case .left: try await browser.goBack()
            case .closed: try await browser.open(visit.page)
            }
        }

        /// Starts a unit of ten minutes, and interacts with it.
        private static func use(_ visit: UnitVisit) async throws {
            try await visit.optIn()
            try await visit.clickInUnit("[data-light]")
            try await visit.browser.wait(
                until: "!document.querySelector('#truex-left').textContent.includes('once')")
        }

        /// The missing seconds of attention at a time.
        private struct RemainingAttention {
            let left: Double
            let time = ContinuousClock.now

            init(_ visit: UnitVisit) { left = visit.stage.view.secondsLeft }
        }

        /// Requires that the unit has continued from `before`, no faster than real time.
        private static func expectUnit(_ visit: UnitVisit, after before: RemainingAttention)
            async throws
        {
            try await visit.wait(for: "unit")
            let left = visit.stage.view.secondsLeft
            #expect(left <= before.left)
            #expect(left > before.left - (ContinuousClock.now - before.time) / .seconds(1) - 1)
            let wishes = try await visit.text("truex-left")
            #expect(!wishes.contains("tap once in the ad"), "what was done stays done")
        }

        @Test(
            "one that nobody sees is frozen, and continues when it is seen",
            arguments: Absence.hidden)
        func hidden(absence: Absence) async throws {
            try await UnitVisit.run(waitingForPages: .milliseconds(100)) {
                $0.begin(attention: .seconds(600))
            } _: { visit in
                try await Self.use(visit)
                try await Self.leave(visit, absence)
                await visit.stage.wait(untilTime: .standsStill)
                let before = RemainingAttention(visit)
                try await Self.comeBack(visit, absence)
                await visit.stage.wait(untilTime: .runs)
                try await Self.expectUnit(visit, after: before)
                try await visit.browser.enterFrame("#truex-frame iframe")
                let step: String = try await visit.browser.value(
                    of: "document.querySelector('section:not([hidden])').dataset.step")
                #expect(step == "2", "the unit is the same one")
                try await visit.browser.leaveFrame()
                try await visit.browser.look("truex-seen-again-\(absence)")
            }
        }

        @Test("one that is reloaded shows the choice where it was")
        func reloadedCard() async throws {
            try await UnitVisit.run {
                $0.begin(card: .seconds(300))
            } _: { visit in
                try await visit.wait(for: "card")
                await visit.stage.wait(untilTime: .runs)
                try await visit.browser.reload()
                await visit.stage.waitForStandstill()
                let left = visit.stage.view.secondsLeft
                #expect(left < 300)
                await visit.stage.wait(untilTime: .runs)
                try await visit.wait(for: "card")
                #expect(visit.stage.view.secondsLeft <= left)
                try await visit.browser.look("truex-reloaded-card")
            }
        }

        @Test("one that is reloaded in the middle of a unit resumes it where it was")
        func reloadedUnit() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(600))
            } _: { visit in
                let browser = visit.browser
                try await Self.use(visit)
                var before = RemainingAttention(visit)
                for _ in 0..<3 {
                    try await browser.reload()
                    await visit.stage.waitForStandstill()
                    await visit.stage.wait(untilTime: .runs)
                    try await Self.expectUnit(visit, after: before)
                    before = RemainingAttention(visit)
                }
                try await browser.look("truex-reloaded-unit")
                try await browser.click("#truex-cancel")
                try await visit.wait(for: "prompt")
                try await browser.reload()
                try await visit.wait(for: "prompt")
                try await browser.click("#truex-prompt [data-do=back]")
                await visit.stage.wait(untilTime: .runs)
                try await Self.expectUnit(visit, after: before)
            }
        }

        @Test("one that is reloaded after the credit still has it, once")
        func reloadedCredit() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(1))
            } _: { visit in
                let browser = visit.browser
                try await visit.optIn()
                try await visit.clickInUnit("[data-light]")
                try await browser.wait(until: "!document.querySelector('#truex-done').hidden")
                try await browser.reload()
                try await browser.wait(until: "!document.querySelector('#truex-done').hidden")
                try await browser.click("#truex-done")
                try await visit.waitUntilClosed()
                let events = await visit.stage.eventsUntilEnd()
                #expect(events.count { $0 == .adFreePod } == 1)
                #expect(events.count(where: \.isTerminal) == 1)
                await visit.stage.wait(forLine: \.skipsPod)
            }
        }

        @Test(
            "one that was left or closed and is opened again finds its unit",
            arguments: Absence.gone)
        func back(absence: Absence) async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(600))
            } _: { visit in
                try await Self.use(visit)
                try await Self.leave(visit, absence)
                await visit.stage.wait(untilTime: .standsStill)
                let before = RemainingAttention(visit)
                try await Self.comeBack(visit, absence)
                await visit.stage.wait(untilTime: .runs)
                try await Self.expectUnit(visit, after: before)
                try await visit.browser.look("truex-back-\(absence)")
            }
        }

        @Test(
            "one that never returns holds no stream, and keeps an earned credit",
            arguments: Absence.gone, [600, 1])
        func gone(absence: Absence, attention: Int) async throws {
            try await UnitVisit.run(waitingForPages: .seconds(2)) {
                $0.begin(attention: .seconds(attention))
            } _: { visit in
                let browser = visit.browser
                try await visit.optIn()
                try await visit.clickInUnit("[data-light]")
                if attention == 1 { await visit.stage.wait { $0 == .adFreePod } }
                try await Self.leave(visit, absence)
                await visit.stage.wait(forLine: \.isOfLostAudience)
                let hasCredit = attention == 1
                await visit.stage.wait(forLine: hasCredit ? \.skipsPod : \.skipsPlaceholder)
                // A new page shows the programme.
                try await browser.open(visit.page)
                try await browser.wait(until: "document.documentElement.dataset.link === 'there'")
                try await browser.wait(
                    until: "document.querySelector('#state').textContent === 'Playing'")
                let isOpen: Bool = try await browser.value(
                    of: "document.querySelector('#truex').open")
                #expect(!isOpen)
                if absence == .closed { try await browser.look("truex-gone-\(attention)") }
            }
        }

        @Test("two of them show one unit, which continues while either is seen")
        func two() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(600))
            } _: { visit in
                let browser = visit.browser
                try await Self.use(visit)
                // A second tab covers the first.
                let first = try await browser.openWindow(.tab)
                await visit.stage.wait(untilTime: .standsStill)
                try await browser.open(visit.page)
                await visit.stage.wait(untilTime: .runs)
                try await visit.wait(for: "unit")
                try await browser.look("truex-second-page")
                // Back in the first, the second is hidden.
                try await browser.enter(first)
                await visit.stage.wait(untilTime: .runs)
                // The second tab shows what was done in the first.
                try await browser.click("#truex-cancel")
                try await visit.wait(for: "prompt")
                let second = try #require(try await browser.windows.first { $0 != first })
                try await browser.enter(second)
                try await visit.wait(for: "prompt")
                try await browser.click("#truex-prompt [data-do=back]")
                try await visit.wait(for: "unit")
                await visit.stage.wait(untilTime: .runs)
                // One of the two is closed.
                try await browser.closeWindow()
                try await browser.enter(first)
                await visit.stage.wait(untilTime: .runs)
                try await visit.wait(for: "unit")
                try await browser.minimize()
                await visit.stage.wait(untilTime: .standsStill)
                try await browser.restore()
                await visit.stage.wait(untilTime: .runs)
            }
        }
    }
}

extension TruexLog {
    fileprivate var isOfLostAudience: Bool {
        if case .timedOut(_, _, .audience) = self { true } else { false }
    }

    /// Whether the whole pod is skipped.
    fileprivate var skipsPod: Bool {
        if case .skipped(.pod, _, _, _, _) = self { true } else { false }
    }

    /// Whether its ads play.
    fileprivate var skipsPlaceholder: Bool {
        if case .skipped(.placeholder, _, _, _, _) = self { true } else { false }
    }
}
