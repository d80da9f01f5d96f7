import Testing

// Requirements for every page.
extension Browser {
    /// Requires that the page at `page` requested only its own server and addresses that `mayAsk`
    /// allows, and that its console is empty.
    func expectModesty(
        at page: String, _ mayAsk: (String) -> Bool = { _ in false }
    ) async throws {
        let foreign = try await requests().filter {
            !$0.hasPrefix(page) && !$0.hasPrefix("data:") && !$0.hasPrefix("about:") && !mayAsk($0)
        }
        #expect(foreign.isEmpty)
        let found = try await complaints()
        #expect(found.isEmpty)
    }

    /// Takes screenshots, and requires that axe-core finds no violation on any. Scrolls `selector` to
    /// the middle, and waits for `condition`.
    ///
    /// A normal run looks at the narrowest screen with dark colours, and at a desktop with light ones;
    /// `tools/test --full` looks at each of `screens` with both.
    func look(
        _ name: String, on screens: [Screen] = [.narrow, .phone, .desktop],
        at selector: String? = nil,
        once condition: String = "true"
    ) async throws {
        for (screen, light) in Self.looks(on: Pictures.areWhole ? Screen.widths : screens) {
            try await show(on: screen, by: light)
            if let selector {
                try await run(
                    "document.querySelector('\(selector)').scrollIntoView({ block: 'center' })")
            }
            try await wait(until: condition)
            let file = "\(name)-\(screen.rawValue)-\(light.rawValue)"
            let image = try await Pictures.areWhole ? wholePicture() : picture()
            try Pictures.keep(image, as: file)
            let found = try await violations()
            #expect(found.isEmpty, "\(name), \(screen), \(light)")
            let overhang: Double = try await value(
                of: "(page => page.scrollWidth - page.clientWidth)(document.documentElement)")
            #expect(overhang <= 0, "\(name), \(screen)")
        }
        try await show(on: .desktop)
    }

    private static func looks(on screens: [Screen]) -> [(Screen, Light)] {
        guard Pictures.areWhole || isFull else { return [(.narrow, .dark), (.desktop, .light)] }
        return screens.flatMap { screen in Light.allCases.map { (screen, $0) } }
    }
}
