import Testing

@testable import InterludeWeb

@Suite("The address of a page for other machines")
struct SharedAddressTests {
    @Test(
        "has no token, and there is none if only this machine reaches the page",
        arguments: [
            ("192.168.1.5", nil, "http://192.168.1.5:8080/"),
            ("2001:db8::5", nil, "http://[2001:db8::5]:8080/"),
            ("shop.local", nil, "http://shop.local:8080/"),
            ("127.0.0.1", "https://radio.example", "https://radio.example/"),
            ("127.0.0.1", nil, nil), ("::1", nil, nil), ("localhost", nil, nil),
            ("LOCALHOST", nil, nil),
        ] as [(String, String?, String?)])
    func shared(host: String, origin: String?, address: String?) throws {
        let page = PageAddress(
            host: host, port: 8080, token: AccessToken("a-token-of-this-page"),
            origin: origin.flatMap(WebOrigin.init))
        #expect(page.shared == address)
        #expect(page.description.contains("#token=a-token-of-this-page"))
    }
}
