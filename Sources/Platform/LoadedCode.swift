import CLink
import Glibc

/// The code and the constants of this process, which its executable and its libraries contain.
package enum LoadedCode {
    /// Removes them from the resident memory of this process. A page that is used again returns from
    /// the system's file cache, which takes about a microsecond.
    ///
    /// For use once after the start: linking and initialising a hundred libraries touches megabytes
    /// that nothing needs afterwards. Any thread may call it, and the other threads go on. A
    /// breakpoint that a debugger set before is lost.
    package static func returnPages() {
        dl_iterate_phdr(
            { object, _, _ in
                if let object = object?.pointee, !object.hasRelocatedCode { object.returnPages() }
                return 0
            }, nil)
    }
}

extension LoadedCode {
    /// Whether the entries of a dynamic section, up to the one that ends it, say so of the code.
    static func isRelocated(_ entries: UnsafePointer<Elf64_Dyn>) -> Bool {
        var entry = entries
        while entry.pointee.d_tag != DT_NULL {
            let (tag, value) = (entry.pointee.d_tag, entry.pointee.d_un.d_val)
            if tag == DT_TEXTREL || tag == DT_FLAGS && value & UInt64(DF_TEXTREL) != 0 {
                return true
            }
            entry += 1
        }
        return false
    }
}

extension dl_phdr_info {
    private var segments: UnsafeBufferPointer<Elf64_Phdr> {
        UnsafeBufferPointer(start: dlpi_phdr, count: Int(clamping: dlpi_phnum))
    }

    /// Whether the loader wrote addresses into the code. Such pages differ from the file's.
    fileprivate var hasRelocatedCode: Bool {
        for segment in segments where segment.p_type == PT_DYNAMIC {
            let address = dlpi_addr &+ segment.p_vaddr
            guard let entries = UnsafePointer<Elf64_Dyn>(bitPattern: UInt(clamping: address)) else {
                continue
            }
            if LoadedCode.isRelocated(entries) { return true }
        }
        return false
    }

    /// Returns the whole pages of the segments that are never written, which are the file's.
    fileprivate func returnPages() {
        let page = UInt64(clamping: getpagesize())
        for segment in segments
        where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
            let start = dlpi_addr &+ segment.p_vaddr
            let first = (start + page - 1) / page * page
            let end = (start + segment.p_memsz) / page * page
            guard first < end else { continue }
            // A mapping that keeps its pages all the same, such as a locked one, loses nothing.
            let address = UnsafeMutableRawPointer(bitPattern: UInt(clamping: first))
            _ = madvise(address, Int(clamping: end - first), MADV_DONTNEED)
        }
    }
}
