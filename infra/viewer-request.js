// A CloudFront function for every request except /api/* and /assets/*.
// infra/viewer-request.ts replaces this text with the paths of the site's files.
var files = "FILES";

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function by this name.
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
