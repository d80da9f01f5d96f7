import SampleStation
import Testing

@Suite("Credit report") struct CreditReportTests {
    private static let fields = Dictionary(
        uniqueKeysWithValues: CreditReport.names.enumerated().map { ($1, "\($0)") })

    @Test("has the signature that another program computes, whatever other fields came")
    func signature() throws {
        let received = Self.fields.merging(["sig": "x", "more": "y"]) { $1 }
        let report = try #require(CreditReport(received: received))
        #expect(report.signature(secret: "sample-secret") == "aoAQDhIIMCbrNF7ClvvDpKP0IEs=")
    }

    @Test("is invalid without one of its fields", arguments: CreditReport.names)
    func lacking(name: String) {
        var fields = Self.fields
        fields[name] = nil
        #expect(CreditReport(received: fields) == nil)
    }

    @Test("is recorded as soon as its publisher can, and then no more")
    func ledger() throws {
        var ledger = CreditLedger(secret: "s")
        ledger.retries = 1
        let report = try #require(CreditReport(received: Self.fields))
        ledger.users = [report.userID]
        let signed = report.fields.merging(["sig": report.signature(secret: "s")]) { $1 }
        #expect(ledger.receive(signed) == .askAgain)
        #expect(ledger.receive(signed) == .noted)
        #expect(ledger.receive(signed) == .duplicateOrUnknownUser)
        #expect(ledger.receive(report.fields) == .wrongSignature)
    }
}
