import AdPlayback
import Testing

extension Chromium {
    @Suite("an interactive advertisement in the page", .timeLimit(.minutes(3)))
    struct UnitTests {
        @Test("is chosen, used, stayed with and left, and earns the break")
        func earning() async throws {
            try await UnitVisit.run {
                $0.begin()
            } _: { visit in
                let browser = visit.browser
                try await visit.wait(for: "card")
                try await browser.wait(
                    until: "document.querySelector('#truex-background').naturalWidth > 0")
                #expect(try await visit.text("truex-title") == "Choose how to hear this break")
                #expect(
                    try await visit.text("truex-timer").contains(/The ads begin in \d+ seconds/))
                let focus: String = try await browser.value(of: "document.activeElement.id")
                #expect(focus == "truex-opt-in")
                let gain = try await visit.text("truex-gain")
                #expect(gain.contains("stay 4 s and tap once in it, and this break has no other"))
                try await browser.look("truex-card")
                try await visit.optIn()
                try await browser.look("truex-unit")
                // Time alone is not enough.
                try await browser.wait(
                    until: """
                        document.querySelector('#truex-left').textContent
                          === 'Tap once in the ad: no more ads in this break'
                        """)
                try await browser.enterFrame("#truex-frame iframe")
                let origin: String = try await browser.value(of: "self.origin")
                try await browser.leaveFrame()
                #expect(origin == "null", "what runs in the frame has no origin")
                try await visit.clickInUnit("[data-light]")
                await visit.stage.wait { $0 == .adFreePod }
                try await browser.wait(until: "!document.querySelector('#truex-done').hidden")
                try await browser.wait(
                    until: "document.querySelector('#truex-said').textContent.startsWith('Earned')")
                try await browser.look("truex-earned")
                try await browser.click("#truex-done")
                try await visit.waitUntilClosed()
                await visit.stage.wait {
                    if case .adCompleted = $0 { true } else { false }
                }
                let frames: Int = try await browser.value(
                    of: "document.querySelectorAll('iframe').length")
                #expect(frames == 0)
            }
        }

        @Test("counts down the remaining seconds")
        func countdown() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(60))
            } _: { visit in
                try await visit.optIn()
                let errors = CountdownErrors(
                    try await visit.browser.finish(Self.measuredCountdown))
                #expect(errors.areSmall, "\(errors)")
                #expect(try await visit.text("truex-left").contains("and tap once in the ad"))
            }
        }

        /// Requests the state at each change of the seconds; half of the round trip is latency,
        /// which may be as wrong as it is long.
        private static let measuredCountdown = """
            const node = document.querySelector('#truex-left');
            const errors = [];
            const watcher = new MutationObserver(async () => {
              const shown = Number(/(\\d+) s/.exec(node.textContent)?.[1]);
              const asked = performance.now();
              const { truexView } = await (await fetch('/api/state')).json();
              const way = (performance.now() - asked) / 2000;
              const error = truexView.engagement.attentionLeft.seconds + way - shown;
              errors.push(Math.sign(error) * Math.max(0, Math.abs(error) - way));
              if (errors.length === 4) { watcher.disconnect(); done(errors); }
            });
            watcher.observe(node, { childList: true, characterData: true, subtree: true });
            """

        @Test("is not chosen, and the ads play")
        func optingOut() async throws {
            try await UnitVisit.run {
                $0.begin()
            } _: { visit in
                try await visit.wait(for: "card")
                try await visit.browser.click("#truex-opt-out")
                await visit.stage.wait { $0 == .optOut(.user) }
                try await visit.waitUntilClosed()
            }
        }

        @Test("waits for an answer as long as the card says, and no longer")
        func timeOut() async throws {
            try await UnitVisit.run {
                $0.begin(card: .seconds(10))
            } _: { visit in
                await visit.stage.wait { $0 == .optOut(.countdown) }
                try await visit.waitUntilClosed()
            }
        }

        @Test("asks before it returns to the choice, stays as it was if not, and restarts if so")
        func cancelling() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(60))
            } _: { visit in
                let browser = visit.browser
                try await visit.optIn()
                try await visit.clickInUnit("[data-light]")
                try await browser.wait(
                    until: "document.querySelector('#truex-step').textContent === 'Step 2 of 3'")
                try await browser.run("document.querySelector('#truex-cancel').focus()")
                try await browser.press(.escape)
                try await visit.wait(for: "prompt")
                try await browser.look("truex-prompt")
                try await browser.press(.escape)
                try await visit.wait(for: "unit")
                #expect(try await visit.text("truex-step") == "Step 2 of 3")
                try await browser.enterFrame("#truex-frame iframe")
                let step: String = try await browser.value(
                    of: "document.querySelector('section:not([hidden])').dataset.step")
                #expect(step == "2", "the unit is the same one")
                try await browser.leaveFrame()

                try await browser.click("#truex-cancel")
                try await visit.wait(for: "prompt")
                try await browser.click("#truex-prompt [data-do=cancel]")
                await visit.stage.wait { $0 == .userCancel }
                try await visit.wait(for: "card")
                try await visit.optIn()
                #expect(try await visit.text("truex-left").contains("tap once in the ad"))
            }
        }

        @Test("waits while the advertiser's page is open")
        func popup() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(60))
            } _: { visit in
                let browser = visit.browser
                try await visit.optIn()
                try await visit.clickInUnit("[data-light]", "[data-way]")
                // The last step earns the credit regardless of time. The unit then shows a text
                // above the link, which moves the link.
                try await browser.wait(until: "!document.querySelector('#truex-done').hidden")
                try await browser.enterFrame("#truex-frame iframe")
                try await browser.wait(until: "!document.querySelector('#done').hidden")
                try await browser.leaveFrame()
                try await visit.clickInUnit("section:not([hidden]) a")
                try await visit.wait(for: "popup")
                let link: [String] = try await browser.value(
                    of:
                        "(({ href, target, rel }) => [href, target, rel])(document.querySelector('#truex-link'))"
                )
                #expect(
                    link == [
                        "https://festival.lighthouse.example/", "_blank", "noopener noreferrer",
                    ])
                try await browser.look("truex-popup")
                try await browser.click("#truex-popup [data-do=popupClosed]")
                try await visit.wait(for: "unit")
                #expect(
                    try await browser.value(of: "!document.querySelector('#truex-done').hidden"),
                    "the credit is kept")
            }
        }

        @Test("of a sponsored stream names the sponsor")
        func sponsored() async throws {
            try await UnitVisit.run {
                $0.beginSponsored(for: .seconds(30))
            } _: { visit in
                try await visit.wait(for: "skip")
                #expect(
                    try await visit.text("truex-title")
                        == "Brought to you by Harbour Lights Festival")
                try await visit.browser.wait(
                    until: "document.querySelector('#truex-sponsor').naturalWidth > 0")
                try await visit.browser.look("truex-skip")
                try await visit.waitUntilClosed()
            }
        }

        @Test("is used with keys alone, and keeps the focus inside")
        func keyboard() async throws {
            try await UnitVisit.run {
                $0.begin(attention: .seconds(60))
            } _: { visit in
                let browser = visit.browser
                try await visit.wait(for: "card")
                var ids: Set<String> = []
                for _ in 0..<5 {
                    try await browser.press(.tab)
                    ids.insert(try await browser.value(of: "document.activeElement.id"))
                }
                #expect(ids.subtracting(["", "truex"]) == ["truex-opt-in", "truex-opt-out"])
                try await browser.run("document.querySelector('#truex-opt-in').focus()")
                try await browser.press(.enter)
                try await visit.wait(for: "unit")
                try await browser.run("document.querySelector('#truex-cancel').focus()")
                try await browser.press(.space)
                try await visit.wait(for: "prompt")
                let focus: String = try await browser.value(of: "document.activeElement.dataset.do")
                #expect(focus == "back")
                try await browser.press(.enter)
                try await visit.wait(for: "unit")
            }
        }
    }
}
