import Foundation
import Glibc

/// Runs `body` on its own thread, which may block.
func startThread(_ body: @escaping @Sendable () -> Void) {
    Thread { body() }.start()
}

/// Binds to a free port of 127.0.0.1, and returns its number.
func bindToFreePort(_ descriptor: CInt) -> UInt16 {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withLoopbackAddress(port: 0) { address in
        precondition(bind(descriptor, address, length) == 0, "no free port on 127.0.0.1")
        getsockname(descriptor, address, &length)
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            UInt16(bigEndian: $0.pointee.sin_port)
        }
    }
}

/// A free port of 127.0.0.1.
///
/// Below the range of the system's dynamic ports, so that no connection takes it meanwhile.
package func freePort() -> Int {
    while true {
        let port = UInt16.random(in: 20_000..<32_000)
        // A child that inherited it would keep the port taken.
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        let isFree = withLoopbackAddress(port: port) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
        if isFree { return Int(port) }
    }
}

func connect(_ descriptor: CInt, toLoopbackPort port: Int) -> Bool {
    withLoopbackAddress(port: UInt16(port)) { address in
        Glibc.connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
}

private func withLoopbackAddress<Result>(
    port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
}

/// Returns `false` once the client takes no more.
func sendAll(_ bytes: [UInt8], over descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

/// Relays everything until one of the two ends. `note` gets it first.
func relay(from source: CInt, to target: CInt, note: ([UInt8]) -> Void = { _ in }) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = recv(source, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        let bytes = Array(buffer.prefix(count))
        note(bytes)
        guard sendAll(bytes, over: target) else { return }
    }
}

/// Waits until the client has closed the connection, or ``FaultServer/stop()`` has.
func waitForClose(of descriptor: CInt) {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
}

/// Reads the head of a request; `nil` if the connection ends before.
func readRequest(from descriptor: CInt) -> FaultServer.Request? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
        guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
        head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return FaultServer.Request(line: lines[0], headers: headers)
}
