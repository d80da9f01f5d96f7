import Testing

@testable import InterludeWeb

@Suite("Access rule")
struct AccessRuleTests {
    private let here = AccessRule(token: nil, hosts: .loopback)
    private let everywhere = AccessRule(
        token: "0123456789abcdef", hosts: .names(["radio", "radio.local"]))

    @Test(
        "admits requests for this machine by its own name, if only it is served",
        arguments: [
            "localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "[::1]",
        ])
    func loopback(host: String) {
        #expect(here.refusal(of: AccessRequest(host: host)) == nil)
    }

    @Test(
        "refuses a name that another site may have pointed here",
        arguments: [
            "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
            "192.168.1.7:8080", "radio:8080", "[::2]", "127.evil.example",
        ])
    func rebinding(host: String) {
        #expect(here.refusal(of: AccessRequest(host: host)) == .foreignHost(host))
    }

    @Test("refuses a request without a host", arguments: [nil, ""] as [String?])
    func noHost(host: String?) {
        #expect(here.refusal(of: AccessRequest(host: host)) == .noHost)
    }

    @Test(
        "admits numeric addresses and the machine's names, if other machines are served",
        arguments: ["192.168.1.7:8080", "[fe80::1]:8080", "radio:8080", "RADIO.local", "localhost"])
    func names(host: String) {
        let question = AccessRequest(host: host, bearer: "0123456789abcdef")
        #expect(everywhere.refusal(of: question) == nil)
        let foreign = AccessRequest(host: "evil.example", bearer: "0123456789abcdef")
        #expect(everywhere.refusal(of: foreign) == .foreignHost("evil.example"))
    }

    @Test(
        "refuses pages of other origins",
        arguments: [
            "http://evil.example", "http://localhost:3000", "http://127.0.0.1:8080", "null",
            "http://localhost:80800", "file://",
        ])
    func origin(origin: String) {
        let question = AccessRequest(host: "localhost:8080", origin: origin)
        #expect(here.refusal(of: question) == .foreignPage(origin))
    }

    @Test(
        "refuses requests that browsers attribute to another site, but not a link to the page",
        arguments: [
            ("cross-site", "no-cors", false, true), ("same-site", "cors", false, true),
            ("cross-site", "no-cors", true, true), ("cross-site", "navigate", false, true),
            ("cross-site", "navigate", true, false), ("same-origin", "cors", false, false),
            ("none", "navigate", false, false),
        ] as [(String, String, Bool, Bool)])
    func site(site: String, mode: String, isPublic: Bool, isRefused: Bool) {
        let question = AccessRequest(
            host: "localhost:8080", site: site, mode: mode, isPublic: isPublic)
        #expect((here.refusal(of: question) != nil) == isRefused)
    }

    @Test(
        "requires the token in a header or in the cookie",
        arguments: [
            (nil, nil, .noToken), ("0123456789abcdef", nil, nil), (nil, "0123456789abcdef", nil),
            ("0123456789abcdeF", nil, .wrongToken), ("0123456789abcde", nil, .wrongToken),
            (nil, "", .wrongToken), ("x", "0123456789abcdef", nil),
        ] as [(String?, String?, AccessRefusal?)])
    func token(bearer: String?, cookie: String?, refusal: AccessRefusal?) {
        let question = AccessRequest(host: "radio", bearer: bearer, cookie: cookie)
        #expect(everywhere.refusal(of: question) == refusal)
        var page = question
        page.isPublic = true
        #expect(everywhere.refusal(of: page) == nil)
    }

    @Test("a token is long enough and fits in an address")
    func tokens() {
        #expect(AccessToken("0123456789abcdef") != nil)
        #expect(AccessToken("0123456789abcde") == nil)
        #expect(AccessToken("0123456789abcdef ") == nil)
        #expect(AccessToken("0123456789abcdef#") == nil)
        let made = AccessToken.random()
        #expect(made.text.utf8.count == 32 && made != AccessToken.random())
    }
}
