// Runs at CloudFront's edge for every request that is neither /api/* nor /assets/*.
// What stands beside the pages; infra/viewer-request.ts writes the names of the build's files here.
var files = "FILES";

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function of this name.
function handler(event) {
  var request = event.request;
  var path = request.uri;
  if (path === "/") request.uri = "/index.html";
  else if (path === "/admin" || (path.indexOf("/admin/") === 0 && path.indexOf(".") === -1))
    request.uri = "/admin.html";
  else if (files.indexOf(path) === -1)
    return { statusCode: 302, statusDescription: "Found", headers: { location: { value: "/" } } };
  return request;
}
